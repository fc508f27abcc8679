// Who is signed in, and the person's own settings of this browser.
import { api, codeOf } from './api';
import type { Me, Session } from './wire';

export type Room = 'light' | 'night' | 'auto';

class Account {
  me = $state.raw<Me | null>(null);
  terms = $state('');
  /** False until the server has said who we are. */
  known = $state(false);
  /** Why that could not be asked; empty when it could. */
  failed = $state('');

  take(session: Session): void {
    this.me = session.me;
    this.terms = session.terms;
    this.known = true;
    this.failed = '';
  }

  async load(): Promise<void> {
    try {
      this.take(await api.session());
    } catch (error) {
      this.failed = codeOf(error);
    }
  }
}

export const account = new Account();

class Settings {
  room = $state<Room>((localStorage.getItem('tapete.room') as Room) ?? 'auto');
  sound = $state(localStorage.getItem('tapete.sound') === 'on');
  fourColours = $state(localStorage.getItem('tapete.colours') === 'four');

  setRoom(room: Room): void {
    this.room = room;
    localStorage.setItem('tapete.room', room);
    paint();
  }
  setSound(on: boolean): void {
    this.sound = on;
    localStorage.setItem('tapete.sound', on ? 'on' : 'off');
  }
  setFourColours(on: boolean): void {
    this.fourColours = on;
    localStorage.setItem('tapete.colours', on ? 'four' : 'two');
  }
}

export const settings = new Settings();

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Puts the chosen room on the page; `auto` follows the system. */
export function paint(): void {
  const night = settings.room === 'night' || (settings.room === 'auto' && dark.matches);
  document.documentElement.dataset.room = night ? 'night' : 'light';
}
dark.addEventListener('change', paint);

let audio: AudioContext | undefined;

/** One short, low tone: my turn, or its last seconds. Silent unless it was asked for. */
export function tone(pitch_hz: number): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  voice.frequency.value = pitch_hz;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
  voice.connect(volume).connect(audio.destination);
  voice.start();
  voice.stop(audio.currentTime + 0.26);
}

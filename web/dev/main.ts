// Scenes for drawing: the real table screen, fed with frames written by hand. Never in the bundle.
import { mount } from 'svelte';
import '../src/app.css';
import { speak } from '../src/lib/i18n/index.svelte';
import { settings, paint } from '../src/lib/session.svelte';
import type { Wire } from '../src/lib/socket';
import type { ServerFrame } from '../src/lib/wire';
import Mesa from '../src/routes/Mesa.svelte';
import { prove } from './prove';
import { CAIDA, STEPS } from './caida';
import { SCENES as PRIMERA } from './scenes';

const SCENES = { ...PRIMERA, ...CAIDA };

const query = new URLSearchParams(location.search);
const name = query.get('scene') ?? 'apuesta';
settings.room = query.get('room') === 'night' ? 'night' : 'light';
paint();
if (query.get('lang') === 'en') void speak('en');

async function made(scene: string): Promise<ServerFrame> {
  const snapshot = SCENES[scene]!();
  if (query.get('proof') === 'no') return snapshot;
  return { ...snapshot, ...(await prove('m1-118')) };
}

class Stand implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    setTimeout(() => this.onopen?.());
  }
  send(text: string): void {
    const frame = JSON.parse(text) as { type: string };
    if (frame.type === 'hello') void made(name).then((snapshot) => this.say(snapshot));
  }
  say(frame: ServerFrame): void {
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(frame) }));
  }
  close(): void {
    this.onclose?.();
  }
}

let stand: Stand | undefined;
mount(Mesa, {
  target: document.getElementById('app') as HTMLElement,
  props: { table: 'm1', dial: () => (stand = new Stand()) },
});
Object.assign(window, {
  step: (name: string) => stand?.say(STEPS[name]!()),
  show: (scene: string) => void made(scene).then((snapshot) => stand?.say(snapshot)),
  frame: (frame: ServerFrame) => stand?.say(frame),
  drop: () => stand?.close(),
});

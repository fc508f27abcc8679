// The server's clock as this browser can tell it: an offset from a monotonic clock, so that a
// changed system time moves no deadline. `now` steps four times a second while somebody looks.

class ServerClock {
  private offset_ms = Date.now() - performance.now();
  now_ms = $state(Date.now());
  private timer: ReturnType<typeof setInterval> | undefined;

  /** A frame said what time it was; `trip_ms` is how long question and answer took together. */
  set(now_ms: number, trip_ms = 0): void {
    this.offset_ms = now_ms + trip_ms / 2 - performance.now();
    this.tick();
  }

  start(): () => void {
    this.timer = setInterval(() => this.tick(), 250);
    return () => clearInterval(this.timer);
  }

  private tick(): void {
    this.now_ms = performance.now() + this.offset_ms;
  }
}

export const clock = new ServerClock();

/** Whole seconds that a running clock has left, never more than it had. */
export const secondsOf = (deadline: { starts_ms: number; ends_ms: number }): number =>
  Math.min(secondsTo(deadline.ends_ms), Math.round((deadline.ends_ms - deadline.starts_ms) / 1000));

/** Whole seconds until a moment, never below zero. */
export const secondsTo = (at_ms: number): number =>
  Math.max(0, Math.ceil((at_ms - clock.now_ms) / 1000));

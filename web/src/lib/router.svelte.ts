// The address is the state: a path, its query, and a few patterns. Nothing more is needed here.

export interface Place {
  path: string;
  query: URLSearchParams;
}

const read = (): Place => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
});

let place = $state.raw<Place>(read());

export const current = (): Place => place;

export function go(to: string, replace = false): void {
  const samePath = to.split(/[?#]/)[0] === location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  place = read();
  if (!replace && !samePath) {
    scrollTo(0, 0);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus());
  }
}

/** Changes parts of the query and leaves the history entry in place. Empty removes a part. */
export function refine(parts: Record<string, string>): void {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(parts)) {
    if (value) query.set(key, value);
    else query.delete(key);
  }
  const text = query.toString();
  go(location.pathname + (text ? `?${text}` : ''), true);
}

/** The values of a pattern like `/mesa/:table`, or null when the path is another one. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.replace(/\/$/, '').split('/');
  if (wanted.length !== given.length) return null;
  const values: Record<string, string> = {};
  for (const [n, part] of wanted.entries()) {
    const piece = given[n] ?? '';
    if (part.startsWith(':')) values[part.slice(1)] = decodeURIComponent(piece);
    else if (part !== piece) return null;
  }
  return values;
}

/** Follows links inside the application without loading the page again. */
export function listen(): () => void {
  const back = () => (place = read());
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    const link = (event.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
      return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  addEventListener('popstate', back);
  document.addEventListener('click', click);
  return () => {
    removeEventListener('popstate', back);
    document.removeEventListener('click', click);
  };
}

// REST calls. A refusal is a `Refusal` that carries the server's code; no answer at all is `away`.
import type * as Wire from './wire';

export class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal('away');
  }
  if (response.ok) return (await response.json()) as T;
  const fault = (await response.json().catch(() => null)) as Partial<Wire.Fault> | null;
  throw new Refusal(fault?.code ?? (response.status >= 500 ? 'internal' : 'not_found'));
}

/** The code of anything that was thrown by a call. */
export const codeOf = (error: unknown): string =>
  error instanceof Refusal ? error.code : 'internal';

const query = (params: Record<string, string | number | undefined>): string => {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) if (value) parts.set(key, String(value));
  const text = parts.toString();
  return text ? `?${text}` : '';
};


export interface WalletQuery {
  before?: string;
  limit?: number;
  why?: string;
  sign?: string;
  since_ms?: number;
  until_ms?: number;
}

export const api = {
  session: () => call<Wire.Session>('GET', '/api/session'),
  register: (body: Wire.Register) => call<Wire.Session>('POST', '/api/register', body),
  login: (body: Wire.Login) => call<Wire.Session>('POST', '/api/login', body),
  guest: (body: Wire.Guest) => call<Wire.Session>('POST', '/api/guest', body),
  logout: () => call<Wire.Session>('POST', '/api/logout'),
  refill: () => call<Wire.Session>('POST', '/api/refill'),
  lobby: () => call<Wire.Lobby>('GET', '/api/lobby'),
  create: (body: Wire.NewTable) => call<Wire.TableRow>('POST', '/api/tables', body),
  wallet: (params: WalletQuery) => call<Wire.Wallet>('GET', `/api/wallet${query({ ...params })}`),
  hands: (before_ms = 0) => call<Wire.Hands>('GET', `/api/hands${query({ before_ms, limit: 30 })}`),
  hand: (id: string) => call<Wire.Replay>('GET', `/api/hands/${encodeURIComponent(id)}`),
  page: (name: string) => call<Wire.PageDocument>('GET', `/api/pages/${name}`),
};

/** Where a browser downloads one's own record of a hand. */
export const recordOf = (hand: string): string =>
  `/api/hands/${encodeURIComponent(hand)}/record`;

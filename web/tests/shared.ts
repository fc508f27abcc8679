// The shared folder beside the project, where it is there: vectors that several languages prove.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.TAPETE_SHARED ?? join(process.cwd(), '../../shared');

export function vectors<T>(name: string): T | null {
  const path = join(folder, 'vectors', name);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null;
}

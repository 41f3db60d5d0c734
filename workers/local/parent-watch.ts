/** Notices that whoever started this process is gone: `npm run` does not pass signals on. */
import { readFileSync } from 'node:fs';

const CHECK_EVERY_MS = 500;

/** Calls `onGone` once when the starter of this process has ended. Does not keep the process alive. */
export function watchParent(onGone: () => void): void {
  const starters = starterIds();
  const timer = setInterval(() => {
    // An orphan is handed to another process, so its parent's id changes.
    if (starterIds() === starters) return;
    clearInterval(timer);
    onGone();
  }, CHECK_EVERY_MS);
  timer.unref();
}

/** The parent's id and, where npm may have put a shell in between, the id of that shell's parent. */
function starterIds(): string {
  const parent = process.ppid;
  return process.env.npm_lifecycle_event === undefined
    ? String(parent)
    : `${parent} ${parentOf(parent)}`;
}

/** Linux only; 0 elsewhere, where npm's shell is replaced by the command it runs. */
function parentOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    // The process ended between the two looks; 0 differs from its parent's id, which is the answer.
    return 0;
  }
}

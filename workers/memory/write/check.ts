/** Checks what is to be written before anything of it is. */
import {
  MAX_MEMORIES,
  MAX_MEMORY_CHARS,
  type NewMemory,
} from '../../../shared/contracts/memory.ts';
import { type Failure, fieldFailure } from '../../../shared/errors.ts';
import { carriesWrapper } from '../../../shared/memory/own-wrapper.ts';
import { scopeProblem } from '../scope.ts';

/** The first problem of a request, with the place of its field; null for a request that can be written. */
export function requestProblem(given: readonly NewMemory[]): Failure | null {
  if (given.length === 0 || given.length > MAX_MEMORIES) {
    const detail = `Cannot add memories: give 1 to ${MAX_MEMORIES}, got ${given.length}`;
    return fieldFailure('/memories', detail);
  }
  for (const [i, memory] of given.entries()) {
    const problem = memoryProblem(memory, `/memories/${i}`);
    if (problem !== null) return problem;
  }
  return null;
}

/** What is wrong with one memory; `path` is the pointer of the object that holds its fields. */
export function memoryProblem(memory: NewMemory, path: string): Failure | null {
  return scopeProblem(memory, path) ?? timesProblem(memory, path) ?? textProblem(memory.text, path);
}

/** What is wrong with a text that is to be remembered. */
export function textProblem(text: string, path: string): Failure | null {
  if (text.trim() === '') {
    return fieldFailure(`${path}/text`, 'Cannot add memory: its text is blank');
  }
  if (carriesWrapper(text)) {
    const detail =
      'Cannot add memory: its text was taken from an assembled window, where it is a memory already or none; add what is new in it';
    return fieldFailure(`${path}/text`, detail);
  }
  if (text.length > MAX_MEMORY_CHARS) {
    const detail = `Cannot add memory: it has ${text.length} characters, the limit is ${MAX_MEMORY_CHARS}; offload long texts instead`;
    return { code: 'too_large', detail, errors: [{ pointer: `${path}/text`, detail }] };
  }
  return null;
}

function timesProblem({ valid_from, valid_to }: NewMemory, path: string): Failure | null {
  if (valid_from === undefined || valid_to === undefined) return null;
  if (Date.parse(valid_from) < Date.parse(valid_to)) return null;
  const detail = 'Cannot add memory: valid_to is not after valid_from, so that it never holds';
  return fieldFailure(`${path}/valid_to`, detail);
}

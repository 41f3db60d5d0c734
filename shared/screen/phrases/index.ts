import type { Phrase } from '../phrase.ts';
import { ENGLISH_OVERRIDES } from './english.ts';
import { ENGLISH_REQUESTS } from './english-requests.ts';

/** Every phrase, in all languages: the one list that the whole of Casement screens by. */
export const PHRASES: readonly Phrase[] = [...ENGLISH_OVERRIDES, ...ENGLISH_REQUESTS];

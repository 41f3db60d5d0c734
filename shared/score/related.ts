/** A word related to another one. */
export interface RelatedWord {
  /** The stem, as `stem()` of `words.ts` gives it. */
  readonly stem: string;
  /** How close it is, in (0, 1]. */
  readonly weight: number;
}

/** A table of related words, such as the one derived from the embedded encoder's input vectors. */
export interface RelatedWords {
  /** The words related to a stem, closest first; `[]` for a stem the table does not know. */
  of(stem: string): readonly RelatedWord[];
}

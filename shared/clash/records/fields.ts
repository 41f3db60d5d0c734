import type { Span } from '../../types.ts';

/** A field as it stands in a text. The span is the whole statement: the line, the cell, `"key": value`. */
export interface Field extends Span {
  /** Path of normalised keys, joined by dots. */
  readonly key: string;
  /** The value as written, without quotes. */
  readonly raw: string;
  /** Where `raw` stands. */
  readonly value: Span;
}

/** Fields that belong together, and what they are about when their place says so. */
export interface RecordFields {
  readonly fields: readonly Field[];
  /** What a row's first cell says; null when only the fields can tell. */
  readonly place: { readonly key: string; readonly name: string } | null;
  /** True for an element of a list: without a name of its own it is like any other element. */
  readonly isElement: boolean;
  /** The record that this one stands in; null at the top. A parent comes before what it holds. */
  readonly parent: RecordFields | null;
}

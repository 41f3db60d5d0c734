import { detectShape } from './shape.ts';

/** The media type to store a text under, by its shape; plain text for "". */
export function mediaTypeOf(text: string): string {
  switch (detectShape(text)) {
    case 'json':
      return 'application/json';
    case 'csv':
      return 'text/csv; charset=utf-8';
    case 'markdown':
    case 'table':
      return 'text/markdown; charset=utf-8';
    default:
      return 'text/plain; charset=utf-8';
  }
}

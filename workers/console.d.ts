/**
 * The types of Node and of Workers both declare the global `console`, and together leave it without
 * methods. These are the ones that exist in both.
 */
declare namespace console {
  function debug(...data: unknown[]): void;
  function info(...data: unknown[]): void;
  function log(...data: unknown[]): void;
  function warn(...data: unknown[]): void;
  function error(...data: unknown[]): void;
}

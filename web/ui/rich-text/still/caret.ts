/** Where somebody writes, in a text that is handed on: a sign that no text has. */
export const CARET = '\uE000';

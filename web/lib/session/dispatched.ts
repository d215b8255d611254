/*
 * A course that another system shows in a frame of its own (worker/learning/dispatches). Its person is whom that system
 * names: nothing of whoever is signed in to the product in this browser is read there, and nothing of theirs is kept.
 */

/** Whether this page is such a frame. */
export const isDispatched = /^\/dispatch\/\d+\/?$/.test(globalThis.location?.pathname ?? '');

let ticket = '';

/** Takes what opens files: no cookie is sent from a frame of another system. */
export function keepTicket(given: string): void {
  ticket = given;
}

/** An answer whose files are addressed with the ticket. */
export const withTicket = (text: string): string =>
  ticket
    ? text.replaceAll(/\/api\/v1\/media\/\d+(\??)/g, (address, query) =>
        query ? `${address}ticket=${ticket}&` : `${address}?ticket=${ticket}`,
      )
    : text;

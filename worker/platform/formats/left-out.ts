/**
 * Stands in for packages that the PDF library and its fonts ask for and nothing we draw uses: names of HTML entities,
 * colours written as CSS, SVG, WOFF2 (`alias` in wrangler.toml). What uses one after all fails by this name.
 */
function leftOut(): never {
  throw new Error('This package is left out of the Worker: wrangler.toml says so under "alias"');
}

export default leftOut;
/** Of culori, which is asked for one as soon as it is imported. */
export const converter = () => leftOut;
/** Of html-entities and node-html-better-parser. */
export const encode = leftOut;
export const parse = leftOut;
export const NodeType = {};

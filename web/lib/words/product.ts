/** The product's name, as it suffixes page titles; configurable at build time. */
export const PRODUCT_NAME: string = import.meta.env['VITE_PRODUCT_NAME'] || 'Osnova';

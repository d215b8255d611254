declare module '*.ttf' {
  const bytes: ArrayBuffer;
  export default bytes;
}

declare module 'exceljs/lib/exceljs.bare.js' {
  export { default } from 'exceljs';
}

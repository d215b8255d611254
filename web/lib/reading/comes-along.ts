/** A larger file is kept only where somebody asks for it. */
const LARGE = 10 * 1024 ** 2;
const STREAMED: readonly string[] = ['video', 'audio'];

/** Whether a file comes along when its material is opened: pictures, also attached ones, and a document, of moderate size. */
export const comesAlong = (
  { kind, group, size }: { kind: string; group?: string; size: number },
  material_type: string,
): boolean =>
  size <= LARGE &&
  (kind === 'main'
    ? !STREAMED.includes(material_type)
    : kind === 'inline' || (kind === 'attachment' && group === 'image'));

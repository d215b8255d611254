import { extensionOf } from '#contract/learning/media';

/** SubRip as WebVTT, the only captions a browser shows: another first line, and a dot before the milliseconds. */
export function vttOf(srt: string): string {
  const text = srt.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const cues = text.replaceAll(/(\d{2}:\d{2}:\d{2}),(\d{3})/g, '$1.$2').replaceAll(/\{\\[^}]*\}/g, '');
  return `WEBVTT\n\n${cues.trim()}\n`;
}

/** The file of captions as it is stored. */
export async function captionsFile(file: File): Promise<File> {
  if (extensionOf(file.name) !== 'srt') return file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new File([vttOf(textOf(bytes))], file.name.replace(/srt$/i, 'vtt'), { type: 'text/vtt' });
}

// Older Ukrainian subtitles come in the encoding of Windows.
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

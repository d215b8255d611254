const GERMAN = /[äöüß]|\b(?:der|die|das|und|nicht|ist|ein|eine|mit|für|auf|von|zu|sie)\b/giu;
const ENGLISH = /\b(?:the|and|of|to|is|are|in|for|with|not|you|your|that|this|on)\b/giu;

/**
 * The language that a text of the company's is most probably written in, so that a screen reader speaks it rightly; the
 * interface may be in another one. Undefined where it is too short to tell: then it is read as the interface.
 */
export function languageOf(text: string): 'uk' | 'en' | 'de' | undefined {
  const words = text.replaceAll(/<[^>]*>|&\w+;/g, ' ').slice(0, 2000);
  const cyrillic = words.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = words.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (cyrillic * 2 > latin) return 'uk';
  const [german, english] = [GERMAN, ENGLISH].map((marks) => words.match(marks)?.length ?? 0) as [
    number,
    number,
  ];
  if (german === english) return undefined;
  return german > english ? 'de' : 'en';
}

const APOSTROPHES = /['’ʼ`´‘′]/g;

const plain = (text: string): string => ` ${text.toLocaleLowerCase('uk').replace(APOSTROPHES, '')}`;

/** Those whose label has a word that begins like each word typed; all of them when nothing is typed. */
export function commandsFor<C extends { label: string }>(commands: readonly C[], query: string): C[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => {
    const text = plain(label).replaceAll(/[«"(:]/g, ' ');
    return words.every((word) => text.includes(` ${word}`));
  });
}

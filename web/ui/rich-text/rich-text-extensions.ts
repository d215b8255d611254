import Image from '@tiptap/extension-image';
import Mathematics from '@tiptap/extension-mathematics';
import { TableKit } from '@tiptap/extension-table';
import { type Command, type Editor, Extension, type Extensions, Mark } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { webAddress } from '../../lib/form/web-address.ts';
import { CARET } from './still/caret.ts';

type Alignment = 'left' | 'center' | 'right' | 'justify';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    textAlign: {
      setTextAlign: (alignment: Alignment) => ReturnType;
    };
    raised: {
      toggleSuperscript: () => ReturnType;
      toggleSubscript: () => ReturnType;
    };
  }
}

const ALIGNED = ['heading', 'paragraph'];

const TextAlign = Extension.create({
  name: 'textAlign',
  addGlobalAttributes() {
    return [
      {
        types: ALIGNED,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => element.style.textAlign || null,
            renderHTML: ({ textAlign }: Record<string, unknown>) =>
              typeof textAlign === 'string' ? { style: `text-align: ${textAlign}` } : {},
          },
        },
      },
    ];
  },
  addCommands() {
    return {
      setTextAlign:
        (alignment) =>
        ({ commands }) =>
          ALIGNED.map((type) =>
            commands.updateAttributes(type, { textAlign: alignment === 'left' ? null : alignment }),
          ).some(Boolean),
    };
  },
});

/** 10² is no 102: as the library's extensions of these names, of which one sign has one. */
const raised = (name: 'superscript' | 'subscript', tag: 'sup' | 'sub', style: string, key: string) =>
  Mark.create({
    name,
    excludes: 'superscript subscript',
    parseHTML: () => [
      { tag },
      { style: 'vertical-align', getAttrs: (value) => (value === style ? null : false) },
    ],
    renderHTML: () => [tag, 0],
    addCommands() {
      const command = name === 'superscript' ? 'toggleSuperscript' : 'toggleSubscript';
      return {
        [command]:
          (): Command =>
          ({ commands }) =>
            commands.toggleMark(name),
      };
    },
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });

/** A link leads where its address was meant to, also when it was typed without https. */
const MeantAddress = Extension.create({
  name: 'meantAddress',
  addCommands() {
    return {
      setLink:
        ({ href, ...link }) =>
        ({ chain }) =>
          chain()
            .setMark('link', { ...link, href: webAddress(href) })
            .setMeta('preventAutolink', true)
            .run(),
    };
  },
});

/** What the editor knows; the server and the reader's page allow the same. */
export function extensionsFor(onFormula: (formula: Formula) => void): Extensions {
  const katexOptions = { output: 'mathml', throwOnError: false } as const;
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3, 4] },
      link: { openOnClick: false, defaultProtocol: 'https' },
    }),
    raised('superscript', 'sup', 'super', 'Mod-.'),
    raised('subscript', 'sub', 'sub', 'Mod-,'),
    MeantAddress,
    TextAlign,
    TableKit.configure({ table: { resizable: false } }),
    Image.configure({ inline: false, allowBase64: false }),
    Mathematics.configure({
      katexOptions,
      inlineOptions: { onClick: ({ attrs }, pos) => onFormula({ latex: latexOf(attrs), block: false, pos }) },
      blockOptions: { onClick: ({ attrs }, pos) => onFormula({ latex: latexOf(attrs), block: true, pos }) },
    }),
  ];
}

export interface Formula {
  latex: string;
  /** On a line of its own. */
  block: boolean;
  /** Where it stands already; null for a new one. */
  pos: number | null;
}

const latexOf = (attrs: Record<string, unknown>): string => (attrs['latex'] as string | null) ?? '';

/** Puts a formula into the text, in place of the one it was made from. */
export function putFormula(editor: Editor, { latex, block, pos }: Formula): void {
  const content = { type: block ? 'blockMath' : 'inlineMath', attrs: { latex } };
  const chain = editor.chain().focus();
  if (pos === null) chain.insertContent(content).run();
  else
    chain
      .deleteRange({ from: pos, to: pos + 1 })
      .insertContentAt(pos, content)
      .run();
}

/** Goes to where somebody wrote, who is told by a sign there, and takes that sign away; to the end where there is none. */
export function takeCaret(editor: Editor): void {
  let at: number | null = null;
  editor.state.doc.descendants((node, pos) => {
    const within = node.text?.indexOf(CARET) ?? -1;
    if (within >= 0) at = pos + within;
  });
  if (at === null) editor.commands.setTextSelection(editor.state.doc.content.size);
  else
    editor
      .chain()
      .setMeta('addToHistory', false)
      .setMeta('preventUpdate', true)
      .deleteRange({ from: at, to: at + 1 })
      .setTextSelection(at)
      .run();
  // At once, where the library's own command waits for the next frame.
  editor.view.focus();
}

/** What is kept. */
export function keptHtml(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML();
}

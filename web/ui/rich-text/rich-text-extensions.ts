import { DOMParser } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import Image from '@tiptap/extension-image';
import Mathematics from '@tiptap/extension-mathematics';
import { TableKit } from '@tiptap/extension-table';
import { type Command, type Editor, Extension, type Extensions, Mark } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { webAddress } from '../../lib/form/web-address.ts';
import type { Begun } from './still/begun.ts';

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
        ({ chain, tr }) => {
          const attrs = { ...link, href: webAddress(href) };
          const linked = chain().setMeta('preventAutolink', true);
          if (!tr.selection.empty) return linked.setMark('link', attrs).run();
          // Nothing is chosen: its address is its text, and what is typed behind it is not of it.
          const text = { type: 'text', text: href.trim(), marks: [{ type: 'link', attrs }] };
          return linked.insertContent(text).unsetMark('link').run();
        },
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

/** Goes on where somebody was in what stood in the editor's place: with their text, what they have chosen of it, and the focus. */
export function takeBegun(
  editor: Editor,
  { text, anchor, head }: NonNullable<Begun['place']>,
  isWritten: boolean,
): void {
  const { tr, schema, doc } = editor.state;
  const read = DOMParser.fromSchema(schema).parse(text, { findPositions: [anchor, head] });
  if (isWritten && !read.eq(doc)) tr.replaceWith(0, doc.content.size, read.content);
  const at = ({ pos = 0 }) => tr.doc.resolve(Math.min(pos, tr.doc.content.size));
  editor.view.dispatch(tr.setSelection(TextSelection.between(at(anchor), at(head))));
  // At once, where the library's own command waits for the next frame.
  editor.view.focus();
}

/** What is kept. */
export function keptHtml(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML();
}

import { RichTextEditor as Frame } from '@mantine/tiptap';
import { IconSourceCode } from '@tabler/icons-react';
import { useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { showWarning } from '../../lib/page/toasts.ts';
import { MantineFrame } from './frame/mantine-frame.tsx';
import { FormulaDialog } from './formula-dialog.tsx';
import { cleanPasted, pictureIn } from './pasted-html.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { extensionsFor, type Formula, keptHtml, putFormula, takeBegun } from './rich-text-extensions.ts';
import { FormulaTool, PictureTool, TableTools } from './rich-text-tools.tsx';
import type { Begun } from './still/begun.ts';
import '@mantine/tiptap/styles.layer.css';
import richText from './rich-text.module.css';
import classes from './rich-text-editor.module.css';

export interface EditorProps {
  name: string;
  value: string;
  onChange: (html: string) => void;
  onBlur?: (() => void) | undefined;
  /** Uploads a picture and answers its address; without it, a text has no pictures. */
  onPicture?: ((file: File) => Promise<string>) | undefined;
  labelledBy: string;
  invalid: boolean;
  /** What was done while it was waited for: it goes on with that when it is there. */
  begun: Begun;
}

/** Another than that of code within a line. */
const CodeBlockIcon = () => <IconSourceCode size={16} stroke={1.75} aria-hidden />;

export default function TiptapEditor({
  name,
  value,
  onChange,
  onBlur,
  onPicture,
  labelledBy,
  invalid,
  begun,
}: EditorProps) {
  const t = useTranslations('editor');
  const handlers = useRef({ onChange, onBlur, onPicture });
  useEffect(() => {
    handlers.current = { onChange, onBlur, onPicture };
  });
  const [formula, setFormula] = useState<Formula | null>(null);
  const [picture, setPicture] = useState<File | null>(begun.picture);
  /** A picture that is pasted or dropped is asked about as a chosen one. */
  const takePicture = (files: FileList | undefined): boolean => {
    const file = pictureIn(files);
    if (!file || !handlers.current.onPicture) return false;
    setPicture(file);
    return true;
  };
  const frame = useRef<HTMLDivElement>(null);

  const editor = useEditor({
    shouldRerenderOnTransaction: true,
    extensions: extensionsFor(setFormula),
    // What was written there comes as one more change, which can be undone.
    content: (begun.place && begun.before) ?? value,
    editorProps: {
      attributes: {
        'aria-labelledby': labelledBy,
        'aria-multiline': 'true',
        role: 'textbox',
        'data-name': name,
        class: `${classes.content} ${richText.text}`,
      },
      transformPastedHTML: (html) => {
        const cleaned = cleanPasted(html);
        if (cleaned.hasLost) showWarning(t('picture_lost'));
        return cleaned.html;
      },
      handlePaste: (_view, event) => takePicture(event.clipboardData?.files),
      handleDrop: (_view, event) => takePicture(event.dataTransfer?.files),
    },
    onUpdate: ({ editor: current }) => handlers.current.onChange(keptHtml(current)),
    onBlur: () => handlers.current.onBlur?.(),
  });

  // Before the next key (web/lib/react.ts): there is nothing else that would take it.
  useEffect(() => {
    if (!editor) return;
    if (begun.place) takeBegun(editor, begun.place, begun.before !== null);
    frame.current!.querySelector(`.${classes.toolbar}`)!.scrollLeft = begun.pushed;
  }, [editor, begun]);

  useEffect(() => {
    if (begun.hasLost) showWarning(t('picture_lost'));
  }, [begun, t]);

  useEffect(() => {
    // The editor's own view is not there before it is mounted.
    frame.current?.querySelector('[role="textbox"]')?.setAttribute('aria-invalid', String(invalid));
  }, [editor, invalid]);

  // Another value from outside, such as a draft that was read again; not the echo of typing. Between being made anew
  // and mounted the editor has no document to ask.
  useEffect(() => {
    if (editor && !editor.isDestroyed && !editor.isFocused && value !== keptHtml(editor)) {
      editor.commands.setContent(value, { emitUpdate: false });
    }
  }, [editor, value]);

  return (
    <div ref={frame}>
      <MantineFrame>
        <Frame
          editor={editor}
          classNames={{
            root: classes.editor!,
            toolbar: classes.toolbar!,
            control: `${classes.tool} lit`,
            content: classes.paper!,
          }}
          labels={{
            boldControlLabel: t('bold'),
            italicControlLabel: t('italic'),
            underlineControlLabel: t('underline'),
            strikeControlLabel: t('strike'),
            superscriptControlLabel: t('superscript'),
            subscriptControlLabel: t('subscript'),
            h2ControlLabel: t('h2'),
            h3ControlLabel: t('h3'),
            h4ControlLabel: t('h4'),
            alignLeftControlLabel: t('align_left'),
            alignCenterControlLabel: t('align_center'),
            alignRightControlLabel: t('align_right'),
            bulletListControlLabel: t('bullet_list'),
            orderedListControlLabel: t('ordered_list'),
            linkControlLabel: t('link'),
            unlinkControlLabel: t('unlink'),
            blockquoteControlLabel: t('quote'),
            codeControlLabel: t('code'),
            codeBlockControlLabel: t('code_block'),
            undoControlLabel: t('undo'),
            redoControlLabel: t('redo'),
            linkEditorInputLabel: t('link_address'),
            linkEditorInputPlaceholder: 'https://',
            linkEditorExternalLink: t('link_external'),
            linkEditorInternalLink: t('link_internal'),
            linkEditorSave: t('link_save'),
          }}
        >
          <Frame.Toolbar>
            <Frame.ControlsGroup>
              <Frame.H2 />
              <Frame.H3 />
              <Frame.H4 />
              <Frame.Bold />
              <Frame.Italic />
              <Frame.Underline />
              <Frame.Strikethrough />
              <Frame.Superscript />
              <Frame.Subscript />
            </Frame.ControlsGroup>
            <Frame.ControlsGroup>
              <Frame.BulletList />
              <Frame.OrderedList />
              <Frame.Blockquote />
            </Frame.ControlsGroup>
            <Frame.ControlsGroup>
              <Frame.AlignLeft />
              <Frame.AlignCenter />
              <Frame.AlignRight />
            </Frame.ControlsGroup>
            <Frame.ControlsGroup>
              <Frame.Link />
              <Frame.Unlink />
            </Frame.ControlsGroup>
            <Frame.ControlsGroup>
              <Frame.Code />
              <Frame.CodeBlock icon={CodeBlockIcon} />
              <FormulaTool onClick={() => setFormula({ latex: '', block: false, pos: null })} />
            </Frame.ControlsGroup>
            <Frame.ControlsGroup>
              {editor && <TableTools editor={editor} />}
              {onPicture && <PictureTool onFile={setPicture} />}
            </Frame.ControlsGroup>
            <Frame.ControlsGroup>
              <Frame.Undo />
              <Frame.Redo />
            </Frame.ControlsGroup>
          </Frame.Toolbar>
          <Frame.Content />
        </Frame>
      </MantineFrame>
      {formula && editor && (
        <FormulaDialog
          formula={formula}
          onClose={() => setFormula(null)}
          onPut={(put) => {
            setFormula(null);
            putFormula(editor, put);
          }}
        />
      )}
      {picture && editor && onPicture && (
        <PictureDialog
          file={picture}
          onPicture={onPicture}
          onClose={() => setPicture(null)}
          onPut={(put) => {
            setPicture(null);
            editor.chain().focus().setImage(put).run();
          }}
        />
      )}
    </div>
  );
}

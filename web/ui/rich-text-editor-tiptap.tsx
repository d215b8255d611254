import { RichTextEditor as Frame } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import richText from './rich-text.module.css';
import classes from './rich-text-editor.module.css';

export interface EditorProps {
  name: string;
  value: string;
  onChange: (html: string) => void;
  onBlur?: (() => void) | undefined;
  labelledBy: string;
  invalid: boolean;
  /** It was waited for: takes the focus when it is there. */
  takesFocus: boolean;
}

export default function TiptapEditor({
  name,
  value,
  onChange,
  onBlur,
  labelledBy,
  invalid,
  takesFocus,
}: EditorProps) {
  const t = useTranslations('shell.editor');
  const handlers = useRef({ onChange, onBlur });
  useEffect(() => {
    handlers.current = { onChange, onBlur };
  });
  const frame = useRef<HTMLDivElement>(null);

  const editor = useEditor({
    shouldRerenderOnTransaction: true,
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, defaultProtocol: 'https' },
      }),
    ],
    content: value,
    autofocus: takesFocus ? 'end' : false,
    editorProps: {
      attributes: {
        'aria-labelledby': labelledBy,
        'aria-multiline': 'true',
        role: 'textbox',
        'data-name': name,
        class: `${classes.content} ${richText.text}`,
      },
    },
    onUpdate: ({ editor: current }) => handlers.current.onChange(current.isEmpty ? '' : current.getHTML()),
    onBlur: () => handlers.current.onBlur?.(),
  });

  useEffect(() => {
    // The editor's own view is not there before it is mounted.
    frame.current?.querySelector('[role="textbox"]')?.setAttribute('aria-invalid', String(invalid));
  }, [editor, invalid]);

  // Another value from outside, such as a draft that was read again; not the echo of typing. Between being made anew
  // and mounted the editor has no document to ask.
  useEffect(() => {
    if (
      editor &&
      !editor.isDestroyed &&
      !editor.isFocused &&
      value !== editor.getHTML() &&
      !(value === '' && editor.isEmpty)
    ) {
      editor.commands.setContent(value, { emitUpdate: false });
    }
  }, [editor, value]);

  return (
    <div ref={frame}>
      <Frame
        editor={editor}
        labels={{
          boldControlLabel: t('bold'),
          italicControlLabel: t('italic'),
          h2ControlLabel: t('h2'),
          h3ControlLabel: t('h3'),
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
            <Frame.Bold />
            <Frame.Italic />
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.BulletList />
            <Frame.OrderedList />
            <Frame.Blockquote />
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.Link />
            <Frame.Unlink />
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.Code />
            <Frame.CodeBlock />
          </Frame.ControlsGroup>
          <Frame.ControlsGroup>
            <Frame.Undo />
            <Frame.Redo />
          </Frame.ControlsGroup>
        </Frame.Toolbar>
        <Frame.Content />
      </Frame>
    </div>
  );
}

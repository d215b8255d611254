import { RichTextEditor as Frame } from '@mantine/tiptap';
import {
  IconColumnInsertRight,
  IconColumnRemove,
  IconMathFunction,
  IconPhotoPlus,
  IconRowInsertBottom,
  IconRowRemove,
  IconTable,
  IconTableOff,
  IconTableRow,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { FileButton } from '../control/button/file-button.tsx';

/** Tables; what changes one is there only inside of one. */
export function TableTools({ editor }: { editor: Editor }) {
  const t = useTranslations('editor');
  const inside = editor.isActive('table');
  const chain = () => editor.chain().focus();
  if (!inside) {
    return (
      <Tool
        label={t('insert_table')}
        icon={IconTable}
        onClick={() => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
      />
    );
  }
  return (
    <>
      <Tool label={t('add_row')} icon={IconRowInsertBottom} onClick={() => chain().addRowAfter().run()} />
      <Tool label={t('delete_row')} icon={IconRowRemove} onClick={() => chain().deleteRow().run()} />
      <Tool
        label={t('add_column')}
        icon={IconColumnInsertRight}
        onClick={() => chain().addColumnAfter().run()}
      />
      <Tool label={t('delete_column')} icon={IconColumnRemove} onClick={() => chain().deleteColumn().run()} />
      <Tool label={t('header_row')} icon={IconTableRow} onClick={() => chain().toggleHeaderRow().run()} />
      <Tool label={t('delete_table')} icon={IconTableOff} onClick={() => chain().deleteTable().run()} />
    </>
  );
}

export function FormulaTool({ onClick }: { onClick: () => void }) {
  const t = useTranslations('editor');
  return <Tool label={t('formula')} icon={IconMathFunction} onClick={onClick} />;
}

export function PictureTool({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations('editor');
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept="image/png,image/jpeg,image/gif"
      resetRef={reset}
      onChange={(file) => {
        if (file) onFile(file);
        reset.current?.();
      }}
    >
      {(button) => <Tool label={t('picture')} icon={IconPhotoPlus} onClick={() => button.onClick()} />}
    </FileButton>
  );
}

function Tool({
  label,
  icon: Icon,
  onClick,
}: {
  label: string;
  icon: typeof IconTable;
  onClick: () => void;
}) {
  return (
    <Frame.Control aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </Frame.Control>
  );
}

import { deleteFile, FILES_LIMIT } from '#contract/learning/materials';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { call } from '../../../../lib/api/api.ts';
import { useBytes } from '../../../../lib/files/bytes.ts';
import type { CaptionLanguage, Uploads } from '../../../../lib/files/upload.ts';
import type { FileKind } from './upload-target.ts';
import { FileDropZone } from '../../../../ui/files/file-drop-zone.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { captionsFile } from './captions.ts';
import { extensionsOf, type FileProblem, hasMainFile, limitOf, problemOf } from './file-rules.ts';
import { FileUploads, isUnfinished, useUploads } from '../../../../ui/files/file-uploads.tsx';
import { KeptFiles } from '../../../../ui/files/kept-files.tsx';
import classes from './material-form.module.css';
import { isForm } from '../material-type.tsx';
import type { Material, MaterialType } from '../material.ts';
import { laterOver } from '../../../../lib/page/later.tsx';

const MainFile = laterOver(() => import('../viewers/main-file.tsx'));

/** Captions are offered in the languages of the product. */
const LANGUAGES: readonly CaptionLanguage[] = ['uk', 'en', 'de'];

interface Props {
  type: MaterialType;
  uploads: Uploads;
  /** null while it is not created yet. */
  material: Material | null;
  /** What is in a package, and what it may do. */
  details?: ((material: Material) => ReactNode) | undefined;
}

/** The files of a material, chosen and uploaded: what it shows, captions, attachments. */
export function MaterialFiles({ type, uploads, material, details }: Props) {
  const common = useTranslations('files');
  const list = useUploads(uploads);
  const kept = material?.files ?? [];

  // What has arrived stands among the files of the material once it is read again.
  useEffect(() => {
    for (const { key, result } of list) {
      if (result && material?.files.some(({ id }) => id === result.id)) uploads.drop(key);
    }
  }, [list, material, uploads]);

  if (isForm(type)) return null;
  const count = kept.length + list.filter(isUnfinished).length;
  const part = { type, uploads, material, room: FILES_LIMIT - count };
  return (
    <>
      {hasMainFile(type) && <Main {...part} />}
      {type === 'package' && material?.files.some(({ kind }) => kind === 'main') && details?.(material)}
      {(type === 'video' || type === 'audio') && <Captions {...part} />}
      <Section title={common('attachments')}>
        <Part {...part} kind="attachment" />
      </Section>
    </>
  );
}

interface PartProps extends Props {
  /** How many files may still be added. */
  room: number;
}

function Main(part: PartProps) {
  const { type, material } = part;
  const t = useTranslations('materials.files');
  const [shown, setShown] = useState(false);
  const main = material?.files.find(({ kind }) => kind === 'main');
  return (
    <Section
      title={t(`main.${type as 'video' | 'audio' | 'pdf' | 'presentation' | 'package'}`)}
      actions={
        main &&
        type !== 'package' &&
        !shown && (
          <Button
            variant="default"
            leftSection={<IconEye size={18} aria-hidden />}
            onClick={() => setShown(true)}
          >
            {t('show_preview')}
          </Button>
        )
      }
    >
      <Part {...part} kind="main" />
      {material && !main && (
        <div className="after-5">
          <Notice tone="warning" title={t('no_main')}>
            {t('no_main_text')}
          </Notice>
        </div>
      )}
      {material && main && shown && (
        <div className="after-6">
          <MainFile material={material} file={main} student={false} />
        </div>
      )}
    </Section>
  );
}

function Captions(part: PartProps) {
  const t = useTranslations('materials.files');
  const common = useTranslations('common');
  const [language, setLanguage] = useState<CaptionLanguage>('uk');
  return (
    <Section title={t('captions')}>
      <NativeSelect
        className={classes.language}
        label={t('captions_language')}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as CaptionLanguage)}
        data={LANGUAGES.map((one) => ({ value: one, label: common(`languages.${one}`) }))}
      />
      <Part {...part} kind="captions" language={language} />
    </Section>
  );
}

interface Refused {
  name: string;
  problem: FileProblem | 'too_many';
}

function Part({
  type,
  uploads,
  material,
  room,
  kind,
  language = null,
}: PartProps & { kind: FileKind; language?: CaptionLanguage | null }) {
  const t = useTranslations('materials.files');
  const common = useTranslations('files');
  const bytes = useBytes();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const waiting = useUploads(uploads);
  const kept = (material?.files ?? []).filter((file) => file.kind === kind);
  const extensions = extensionsOf(kind, type);
  const limit = bytes(limitOf(kind, type));

  async function take(files: File[]): Promise<void> {
    const problems = files.map((file, index): Refused => {
      const problem = problemOf(file, kind, type) ?? (index >= room ? 'too_many' : null);
      return { name: file.name, problem: problem! };
    });
    setRefused(problems.filter(({ problem }) => problem !== null));
    for (const [index, file] of files.entries()) {
      if (problems[index]!.problem !== null) continue;
      // One takes the place of another, which may still be on its way.
      for (const other of waiting) {
        if (kind === 'main' && other.kind === 'main' && other.state !== 'done') uploads.cancel(other.key);
      }
      uploads.add(kind === 'captions' ? await captionsFile(file) : file, kind, language);
    }
  }

  const hints = {
    main: t('main_hint', { extensions: named(extensions), limit }),
    captions: t('captions_hint'),
    attachment: t('attachments_hint', { limit }),
    inline: '',
  };
  const best = kind === 'main' && (type === 'video' ? 'MP4' : type === 'audio' ? 'MP3' : null);
  return (
    <div className="stack gap-5">
      {material && (
        <KeptFiles
          files={kept}
          onRemove={(fileId) =>
            call(deleteFile, { params: { id: material.course_id, materialId: material.id, fileId } })
          }
        />
      )}
      <FileUploads uploads={uploads} shown={(upload) => upload.kind === kind} />
      {refused.length > 0 && <RefusedFiles refused={refused} extensions={extensions} limit={limit} />}
      <FileDropZone
        label={
          kind === 'attachment'
            ? common('choose_many')
            : kind === 'main' && kept.length > 0
              ? t('replace')
              : common('choose')
        }
        hint={[hints[kind], best && t('playable_hint', { best })].filter(Boolean).join(' ')}
        {...(extensions && { accept: extensions.map((one) => `.${one}`).join(',') })}
        multiple={kind === 'attachment'}
        onFiles={(files) => void take(files)}
      />
    </div>
  );
}

function RefusedFiles({
  refused,
  extensions,
  limit,
}: {
  refused: readonly Refused[];
  extensions: readonly string[] | null;
  limit: string;
}) {
  const t = useTranslations('files.uploads');
  return (
    <Notice tone="bad" title={t('refused_title')} alert>
      <ul className={classes.refused}>
        {refused.map(({ name, problem }) => (
          <li key={name}>
            <strong>{name}</strong>:{' '}
            {problem === 'too_many'
              ? t('problems.too_many', { limit: FILES_LIMIT })
              : t(`problems.${problem}`, { limit, extensions: named(extensions) })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const named = (extensions: readonly string[] | null): string =>
  (extensions ?? []).map((one) => one.toUpperCase()).join(', ');

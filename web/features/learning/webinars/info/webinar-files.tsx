import { extensionOf, FILE_GROUPS, FILE_LIMIT, REFUSED_EXTENSIONS } from '#contract/learning/media';
import {
  completeWebinarFile,
  deleteWebinarFile,
  listWebinarFileParts,
  uploadWebinarFile,
  type WEBINAR_FILE_KINDS,
} from '#contract/learning/webinars';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useBytes } from '../../../../lib/files/bytes.ts';
import { Uploads, type UploadTarget } from '../../../../lib/files/upload.ts';
import { FileDropZone } from '../../../../ui/files/file-drop-zone.tsx';
import { FileUploads, isUnfinished, useUploads } from '../../../../ui/files/file-uploads.tsx';
import { KeptFiles } from '../../../../ui/files/kept-files.tsx';
import { UnsavedChanges } from '../../../../ui/form/private-form.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import type { Webinar } from '../webinar.ts';

type Kind = (typeof WEBINAR_FILE_KINDS)[number];

const RECORDINGS: readonly string[] = [...FILE_GROUPS.video, ...FILE_GROUPS.audio];

function targetOf(id: number): UploadTarget {
  const params = { id };
  const quiet = true;
  return {
    begin: (file) => call(uploadWebinarFile, { params, body: { ...file, kind: file.kind as Kind }, quiet }),
    partAddress: async (fileId, number, signal) => {
      const body = { numbers: [number] };
      const { parts } = await call(listWebinarFileParts, { params: { id, fileId }, body, quiet, signal });
      return parts[0]!.url;
    },
    complete: (fileId, body) => call(completeWebinarFile, { params: { id, fileId }, body }),
    remove: (fileId) => call(deleteWebinarFile, { params: { id, fileId }, quiet }),
  };
}

/** Slides, handouts and the recording of a webinar, for who holds it. */
export default function WebinarFiles({ webinar }: { webinar: Webinar }) {
  const t = useTranslations('webinars.files');
  const [uploads] = useState(() => new Uploads(targetOf(webinar.id)));
  const list = useUploads(uploads);
  useEffect(() => {
    for (const { key, result } of list)
      if (result && webinar.files.some(({ id }) => id === result.id)) uploads.drop(key);
  }, [list, webinar, uploads]);
  return (
    <>
      <Section title={t('title')}>
        <Part kind="file" webinar={webinar} uploads={uploads} />
      </Section>
      <Section title={t('recording')}>
        <Part kind="recording" webinar={webinar} uploads={uploads} />
      </Section>
      <UnsavedChanges
        form={{ dirty: list.some(isUnfinished), isSaved: () => !uploads.list().some(isUnfinished) }}
      />
    </>
  );
}

function Part({ kind, webinar, uploads }: { kind: Kind; webinar: Webinar; uploads: Uploads }) {
  const t = useTranslations('webinars.files');
  const common = useTranslations('files');
  const problems = useTranslations('files.uploads');
  const bytes = useBytes();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const several = kind === 'file';

  function take(files: File[]): void {
    const fits = ({ name, size }: File): boolean =>
      size > 0 &&
      size <= FILE_LIMIT &&
      (several
        ? !(REFUSED_EXTENSIONS as readonly string[]).includes(extensionOf(name))
        : RECORDINGS.includes(extensionOf(name)));
    setRefused(files.filter((file) => !fits(file)).map(({ name }) => name));
    for (const file of files.filter(fits)) uploads.add(file, kind);
  }

  return (
    <>
      <KeptFiles
        files={webinar.files.filter((file) => file.kind === kind)}
        onRemove={(fileId) => call(deleteWebinarFile, { params: { id: webinar.id, fileId } })}
      />
      <FileUploads uploads={uploads} shown={(upload) => upload.kind === kind} />
      {refused.length > 0 && (
        <Notice tone="bad" title={problems('refused_title')} alert>
          {t('refused', { names: refused.join(', '), limit: bytes(FILE_LIMIT) })}
        </Notice>
      )}
      <FileDropZone
        label={several ? common('choose_many') : common('choose')}
        hint={several ? t('hint', { limit: bytes(FILE_LIMIT) }) : t('recording_hint')}
        {...(!several && { accept: RECORDINGS.map((one) => `.${one}`).join(',') })}
        multiple={several}
        onFiles={take}
      />
    </>
  );
}

import { pictureOf } from '#contract/exams/questions';
import { fileGroupOf } from '#contract/learning/media';
import { IconFileText } from '@tabler/icons-react';
import { Picture } from '../../../ui/files/picture.tsx';
import type { Started } from './run/attempt-run.ts';
import classes from './paper/question-card.module.css';

type QuestionFile = Started['questions'][number]['files'][number];

/** The files of a question without the picture on which places are marked, which stands with its marks. */
export const filesBelow = <F extends QuestionFile>({
  type,
  files,
}: {
  type: string;
  files: readonly F[];
}): readonly F[] => (type === 'hotspot' ? files.filter((file) => file !== pictureOf(files)) : files);

/** What a question is about: pictures, sound and film in their place, documents beside the test. */
export function QuestionFiles({ files }: { files: readonly QuestionFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.id}>
          <Shown file={file} />
        </li>
      ))}
    </ul>
  );
}

function Shown({ file: { name, url, width, height } }: { file: QuestionFile }) {
  switch (fileGroupOf(name)) {
    case 'image':
      return <Picture src={url} alt={name} width={width} height={height} />;
    case 'audio':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is asked about must not be told
      return <audio src={url} controls preload="metadata" aria-label={name} className={classes.sound} />;
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
      return <video src={url} controls preload="metadata" aria-label={name} className={classes.picture} />;
    case 'text':
      return (
        <a href={url} target="_blank" rel="noreferrer" className={classes.document}>
          <IconFileText size={20} aria-hidden />
          {name}
        </a>
      );
  }
}

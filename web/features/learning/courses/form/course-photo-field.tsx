import { removeCoursePhoto, uploadCoursePhoto } from '#contract/learning/courses';
import { IconPhoto } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { PhotoField } from '../../../../ui/photo/photo-field.tsx';
import { inkOn } from '../../../../ui/brand/theme-ink.ts';
import classes from './course-form.module.css';

interface Props {
  course: { id: number; photo: string | null; theme_color: string };
}

/** The picture of a course, stored as soon as it is chosen. */
export default function CoursePhotoField({ course: { id, photo, theme_color } }: Props) {
  const t = useTranslations('courses');
  const params = { id };
  return (
    <PhotoField
      label={t('form.picture')}
      free
      present={photo !== null}
      onUpload={(upload) => call(uploadCoursePhoto, { params, upload })}
      onRemove={() => call(removeCoursePhoto, { params })}
    >
      <span className={classes.picture} style={{ background: theme_color, color: inkOn(theme_color) }}>
        {photo ? <img src={photo} alt="" /> : <IconPhoto size={28} aria-hidden />}
      </span>
    </PhotoField>
  );
}

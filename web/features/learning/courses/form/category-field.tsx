import { listCourseCategories } from '#contract/learning/courses';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import classes from './course-form.module.css';
import { laterOver } from '../../../../lib/page/later.tsx';

const CategoryDialog = laterOver(() => import('./category-dialog.tsx'));

interface Category {
  id: number;
  name: string;
}

interface Props {
  value: number | null;
  /** The category chosen before. */
  known: Category | null;
  onChange: (category: number | null) => void;
  error: string | undefined;
}

/** The category of a course; whoever may creates one in place. */
export function CategoryField({ value, known, onChange, error }: Props) {
  const t = useTranslations('courses');
  const states = useTranslations('common.states');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<Category | null>(null);
  const found = useData(listCourseCategories, { query: { page_size: 100 } });
  // The list may lack the one chosen: it is read, or was made just now.
  const categories = new Map(
    [known, added, ...(found.data?.results ?? [])].flatMap((one) =>
      one ? [[one.id, one.name] as const] : [],
    ),
  );
  return (
    <div className={`${classes.category} narrow-one`}>
      <NativeSelect
        label={t('category')}
        value={value ?? ''}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
        }
        error={error ?? (found.isError ? states('error_title') : undefined)}
        data={[
          { value: '', label: t('form.no_category') },
          ...[...categories].map(([id, name]) => ({ value: String(id), label: name })),
        ]}
      />
      {may('createCourse') && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('form.new_category')}
        </Button>
      )}
      {adding && (
        <CategoryDialog
          onDone={(category) => {
            setAdded(category);
            onChange(category.id);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

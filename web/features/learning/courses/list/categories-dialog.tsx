import {
  CATEGORY_NAME_LENGTH,
  deleteCourseCategory,
  listCourseCategories,
  updateCourseCategory,
} from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../../ui/control/button/icon-button.tsx';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import classes from './categories-dialog.module.css';
import CategoryDialog from '../form/category-dialog.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

type Category = ResponseOf<typeof listCourseCategories>['results'][number];
// What is asked takes the place of the button that was pressed, and its focus.
const focus = (node: HTMLElement | null) => node?.focus();

type Asked = { action: 'rename' | 'remove'; id: number } | null;

/** The categories of courses, to be named anew and deleted. */
export default function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('courses.categories');
  const [asked, setAsked] = useState<Asked>(null);
  const [adding, setAdding] = useState(false);
  const query = useData(listCourseCategories, { query: { page_size: 100 } });
  const close = () => setAsked(null);
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t('add')}
    </Button>
  );
  return (
    <>
      <Dialog onClose={onClose} title={t('title')}>
        <Loaded query={query}>
          {({ results }) =>
            results.length === 0 ? (
              <EmptyState title={t('empty')} text={t('empty_text')} action={add} />
            ) : (
              <>
                <ul className="plain" aria-label={t('title')}>
                  {results.map((category) => (
                    <li key={category.id} className={`${classes.row} ruled`}>
                      {asked?.id !== category.id ? (
                        <Shown
                          category={category}
                          onAsk={(action) => setAsked({ action, id: category.id })}
                        />
                      ) : asked.action === 'rename' ? (
                        <Rename category={category} onClose={close} />
                      ) : (
                        <Remove category={category} onClose={close} />
                      )}
                    </li>
                  ))}
                </ul>
                <div className="after-6">{add}</div>
              </>
            )
          }
        </Loaded>
      </Dialog>
      {adding && <CategoryDialog onDone={() => showSuccess(t('added'))} onClose={() => setAdding(false)} />}
    </>
  );
}

function Shown({
  category: { name, courses },
  onAsk,
}: {
  category: Category;
  onAsk: (action: 'rename' | 'remove') => void;
}) {
  const t = useTranslations('courses.categories');
  return (
    <>
      <span className="words">
        <span className="anywhere strong">{name}</span>
        <span className="quiet">{t('courses', { count: courses })}</span>
      </span>
      <IconButton
        variant="subtle"
        size={44}
        aria-label={t('rename', { name })}
        onClick={() => onAsk('rename')}
      >
        <IconPencil size={20} aria-hidden />
      </IconButton>
      <IconButton
        variant="subtle"
        color="brick"
        size={44}
        aria-label={t('remove', { name })}
        onClick={() => onAsk('remove')}
      >
        <IconTrash size={20} aria-hidden />
      </IconButton>
    </>
  );
}

function Rename({ category: { id, name }, onClose }: { category: Category; onClose: () => void }) {
  const t = useTranslations('courses');
  const common = useTranslations('common');
  const form = useForm({
    endpoint: updateCourseCategory,
    params: { id },
    initial: { name },
    onDone: () => {
      showSuccess(t('categories.renamed'));
      onClose();
    },
  });
  return (
    <form className={classes.asked} noValidate onSubmit={(event) => form.submit(event)}>
      <TextInput
        ref={focus}
        label={t('form.category_name')}
        maxLength={CATEGORY_NAME_LENGTH + 1}
        {...form.field('name')}
      />
      <div className="buttons">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={form.busy}>
          {common('save')}
        </Button>
      </div>
    </form>
  );
}

function Remove({ category: { id, name, courses }, onClose }: { category: Category; onClose: () => void }) {
  const t = useTranslations('courses.categories');
  const common = useTranslations('common');
  const remove = useAction(deleteCourseCategory, {
    onDone: () => {
      showSuccess(t('removed', { name }));
      onClose();
    },
  });
  return (
    <div className={classes.asked} role="group" aria-label={t('remove', { name })}>
      <p className="flush">{t('remove_text', { name, count: courses })}</p>
      <div className="buttons">
        <Button variant="default" onClick={onClose} ref={focus}>
          {common('cancel')}
        </Button>
        <Button color="brick" loading={remove.busy} onClick={() => void remove.run({ params: { id } })}>
          {common('delete')}
        </Button>
      </div>
    </div>
  );
}

import { CATEGORY_NAME_LENGTH, createCourseCategory } from '#contract/learning/courses';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { useForm } from '../../../../lib/form/use-form.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  onDone: (category: { id: number; name: string }) => void;
  onClose: () => void;
}

/** Names a new category, over the form of a course. */
export default function CategoryDialog({ onDone, onClose }: Props) {
  const t = useTranslations();
  const form = useForm({
    endpoint: createCourseCategory,
    initial: { name: '' },
    onDone: ({ id }, { name }) => {
      onDone({ id, name: name.trim() });
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('courses.form.new_category')}>
      <form
        className="stack gap-7"
        noValidate
        onSubmit={(event) => {
          // Events rise through the components: the course's own form must not hear it.
          event.stopPropagation();
          form.submit(event);
        }}
      >
        <TextInput
          data-autofocus
          label={t('courses.form.category_name')}
          maxLength={CATEGORY_NAME_LENGTH + 1}
          {...form.field('name')}
        />
        <div className="buttons fills">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('common.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useTranslations } from 'use-intl';
import { type AnyEndpoint, call } from '../../lib/api/api.ts';
import { useChosenToast } from '../../lib/api/removal.ts';
import type { Removed } from '../../lib/api/taken-back.ts';
import { useForm } from '../../lib/form/use-form.ts';
import { DueOfForm, type DueRule, NOT_DUE } from '../date/due-field.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { Picker } from './picker.tsx';
import { PrivateForm } from './private-form.tsx';

interface Named {
  id: number;
  name: string;
}
const optionOf = ({ id, name }: Named) => ({ id, label: name });

interface Props {
  title: string;
  /** Of the field, and what choosing means. */
  label: string;
  description: string;
  /** What they are assigned to. */
  to: Removed;
  /** Changes it: takes its id as `id`, and the chosen ids as `field`. */
  endpoint: AnyEndpoint;
  field: 'course_ids' | 'group_ids' | 'program_ids';
  /** The list that they are chosen from. */
  list: AnyEndpoint;
  assigned: readonly Named[];
  /** By when the course is due is asked with what is added, and this says for whom. */
  dueHint?: string | false;
  onClose: () => void;
}

/** Chooses what is assigned to something: courses to a group, groups to a course. */
export default function AssignDialog(props: Props) {
  const { title, label, description, to, endpoint, field, list, assigned, dueHint, onClose } = props;
  const t = useTranslations('common');
  const chosen = useChosenToast();
  const params = { id: to.object_id };
  const before = assigned.map((one) => one.id);
  const form = useForm({
    endpoint,
    params,
    initial: { [field]: before, ...NOT_DUE } as Record<typeof field, number[]> & DueRule,
    onDone: (_, { [field]: after }) => {
      void chosen(t('saved'), to, { before, after }, (ids) =>
        call(endpoint, { params, body: { [field]: ids } } as never),
      );
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={title}>
      <PrivateForm form={form} submitLabel={t('save')} onCancel={onClose}>
        <Picker
          endpoint={list}
          toOption={optionOf}
          known={assigned.map(optionOf)}
          label={label}
          description={description}
          isFirst
          {...form.field(field)}
        />
        {dueHint && form.values[field].some((id) => !before.includes(id)) && (
          <DueOfForm form={form} description={dueHint} />
        )}
      </PrivateForm>
    </Dialog>
  );
}

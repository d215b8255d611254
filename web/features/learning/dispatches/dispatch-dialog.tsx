import {
  createDispatch,
  DISPATCH_NAME_LENGTH,
  DISPATCH_STANDARDS,
  updateDispatch,
} from '#contract/learning/dispatches';
import { useTranslations } from 'use-intl';
import { type Form, useForm } from '../../../lib/form/use-form.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { Radio } from '../../../ui/control/choice/radio.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { DayField } from '../../../ui/date/date-field.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { dayOf, type Dispatch, endOf } from './dispatch.ts';

interface Props {
  course: { id: number; name: string };
  /** Without one a new one is made. */
  dispatch?: Dispatch;
  onClose: () => void;
}

interface Values {
  name: string;
  standard: Dispatch['standard'];
  /** As typed; '' for no limit. */
  max_people: string;
  /** '' for no end. */
  ends_at: string;
}

const limitsOf = ({ name, max_people, ends_at }: Values) => ({
  name,
  max_people: max_people.trim() === '' ? null : Number(max_people),
  ends_at: endOf(ends_at),
});

/** Gives a course into another system, or changes for whom. */
export default function DispatchDialog({ course, dispatch, onClose }: Props) {
  return dispatch ? (
    <Changing course={course} dispatch={dispatch} onClose={onClose} />
  ) : (
    <Making course={course} onClose={onClose} />
  );
}

function Making({ course, onClose }: Pick<Props, 'course' | 'onClose'>) {
  const t = useTranslations('dispatches.form');
  const common = useTranslations('common');
  const form = useForm<typeof createDispatch, Values>({
    endpoint: createDispatch,
    params: { id: course.id },
    initial: { name: '', standard: '1.2', max_people: '', ends_at: '' },
    body: (values) => ({ ...limitsOf(values), standard: values.standard }),
    onDone: () => {
      showSuccess(t('made'));
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('title')}>
      <PrivateForm form={form} submitLabel={common('create')} onCancel={onClose}>
        <p className="dim flush">{t('about')}</p>
        <Limits form={form} />
        <Radio.Group label={t('standard')} description={t('standard_hint')} {...form.field('standard')}>
          <div className="stack gap-5 after-4">
            {DISPATCH_STANDARDS.map((standard) => (
              <Radio key={standard} value={standard} label={`SCORM ${standard}`} />
            ))}
          </div>
        </Radio.Group>
      </PrivateForm>
    </Dialog>
  );
}

function Changing({ course, dispatch, onClose }: Required<Props>) {
  const t = useTranslations('dispatches.form');
  const common = useTranslations('common');
  const { name, standard, max_people, ends_at } = dispatch;
  const form = useForm<typeof updateDispatch, Values>({
    endpoint: updateDispatch,
    params: { id: course.id, dispatchId: dispatch.id },
    initial: {
      name,
      standard,
      max_people: max_people === null ? '' : String(max_people),
      ends_at: ends_at ? dayOf(ends_at) : '',
    },
    body: limitsOf,
    onDone: () => {
      showSuccess(common('saved'));
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('change')}>
      <PrivateForm form={form} submitLabel={common('save')} onCancel={onClose}>
        <Limits form={form} />
      </PrivateForm>
    </Dialog>
  );
}

function Limits({ form }: { form: Form<Values> }) {
  const t = useTranslations('dispatches.form');
  return (
    <>
      <TextInput
        data-autofocus
        label={t('name')}
        description={t('name_hint')}
        maxLength={DISPATCH_NAME_LENGTH + 1}
        {...form.field('name')}
      />
      <TextInput
        label={t('max_people')}
        description={t('max_people_hint')}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('max_people')}
        required={false}
      />
      <DayField
        label={t('ends_at')}
        description={t('ends_at_hint')}
        {...form.field('ends_at')}
        required={false}
      />
    </>
  );
}

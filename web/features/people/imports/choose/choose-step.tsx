import { assignableTo } from '#contract/access';
import { IMPORT_FILE, IMPORT_ROWS, importTemplate } from '#contract/people/imports';
import { IconFileDownload, IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { FileButton } from '../../../../ui/control/button/file-button.tsx';
import { Loader } from '../../../../ui/control/button/loader.tsx';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import classes from './choose-step.module.css';
import type { Preview } from '../import-rows.ts';
import { type FileProblem, useDroppedFile, useFile } from './use-file.ts';

const COLUMNS = [
  'role',
  'email',
  'phone',
  'full_name',
  'department',
  'position',
  'comment',
  'manager_department_id',
  'company',
] as const;
const ROLES = ['admin', 'manager', 'trainer', 'student'] as const;
const HINTS = [
  'wrong_file_format',
  'import_file_too_large',
  'import_too_many_rows',
  'import_no_rows',
  'import_no_role_column',
] as const;

/** Where the file is chosen or dropped, with all that one has to know before. */
export function ChooseStep({ onRead }: { onRead: (name: string, preview: Preview) => void }) {
  const t = useTranslations('imports');
  const file = useFile(onRead);
  const over = useDroppedFile(file.choose);
  const template = useAction(importTemplate, { onDone: saveFile });

  return (
    <div className={`${classes.step} stack gap-7 tops`}>
      <div className="stack gap-7">
        <section
          className={`${classes.zone} picks`}
          data-over={over || undefined}
          aria-label={t('choose.title')}
          aria-busy={file.reading !== null}
        >
          <IconFileSpreadsheet className="accent" size={48} stroke={1.3} aria-hidden />
          {file.reading === null ? (
            <>
              <p className={classes.title}>{over ? t('choose.drop') : t('choose.title')}</p>
              <p className="note">{t('choose.limits', limits)}</p>
            </>
          ) : (
            <p className={classes.title} role="status">
              <Loader size={18} aria-hidden /> {t('choose.reading', { file: file.reading })}
            </p>
          )}
          <ChooseButton busy={file.reading !== null} onChoose={file.choose} />
        </section>
        {file.problem && <Problem problem={file.problem} onAgain={file.again} />}
        <div className={classes.template}>
          <div>
            <p className={classes.templateTitle}>{t('choose.template_title')}</p>
            <p className={`${classes.hint} note`}>{t('choose.template_text')}</p>
          </div>
          <Button
            className="narrow-wide"
            variant="default"
            loading={template.busy}
            leftSection={<IconFileDownload size={18} aria-hidden />}
            onClick={() => void template.run({})}
          >
            {t('choose.template')}
          </Button>
        </div>
      </div>
      <Help />
    </div>
  );
}

const limits = { kilobytes: IMPORT_FILE.limit / 1024, rows: IMPORT_ROWS };

export function ChooseButton({
  busy = false,
  quiet,
  onChoose,
}: {
  busy?: boolean;
  /** Beside something more important. */
  quiet?: boolean;
  onChoose: (file: File) => void;
}) {
  const t = useTranslations('imports.choose');
  return (
    // A new one each time, so that the same file can be chosen again.
    <FileButton
      accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      inputProps={{ onClick: (event) => (event.currentTarget.value = '') }}
      onChange={(file) => file && onChoose(file)}
    >
      {(props) => (
        <Button
          {...props}
          {...(quiet ? { variant: 'default', size: 'sm' } : { className: 'narrow-wide' })}
          disabled={busy}
          leftSection={<IconFileUpload size={18} aria-hidden />}
        >
          {t(quiet ? 'other' : 'button')}
        </Button>
      )}
    </FileButton>
  );
}

/** Why the file was not taken, and what to do. */
export function Problem({ problem, onAgain }: { problem: FileProblem; onAgain: () => void }) {
  const t = useTranslations();
  const errorText = useErrorText();
  if (problem === 'offline') {
    return (
      <Notice
        tone="bad"
        alert
        title={t('imports.offline.title')}
        action={
          <Button variant="default" size="sm" onClick={onAgain}>
            {t('common.states.retry')}
          </Button>
        }
      >
        {t('imports.offline.file')}
      </Notice>
    );
  }
  const hint = 'code' in problem && HINTS.find((code) => code === problem.code);
  return (
    <Notice tone="bad" alert title={errorText(problem)}>
      {hint && t(`imports.hints.${hint}`, limits)}
    </Notice>
  );
}

function Help() {
  const t = useTranslations();
  const assignable: readonly string[] = assignableTo(useProfile().current_login_info.type_user);
  return (
    <Section title={t('imports.help.columns')}>
      <dl className={`${classes.columns} stack flush gap-5`}>
        {COLUMNS.map((column) => (
          <div key={column} className={`${classes.column} narrow-one`}>
            <dt className="strong">
              {t(`imports.columns.${column}`)}
              {column === 'role' && <span className={classes.needed}>{t('imports.help.needed')}</span>}
            </dt>
            <dd>{t(`imports.help.${column}`)}</dd>
          </div>
        ))}
      </dl>
      <h3 className={classes.subtitle}>{t('imports.help.roles')}</h3>
      <dl className={`${classes.columns} stack flush gap-5`}>
        {ROLES.filter((role) => assignable.includes(role)).map((role) => (
          <div key={role} className={`${classes.column} narrow-one`}>
            <dt className="strong">{t(`common.roles.${role}`)}</dt>
            <dd>{t(`imports.help.role_meanings.${role}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={`${classes.hint} note`}>{t('imports.help.safe')}</p>
    </Section>
  );
}

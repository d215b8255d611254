import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import { Checkbox } from '../control/choice/checkbox.tsx';
import { Textarea } from '../control/field/textarea.tsx';
import { mathOf } from './formula.ts';
import { FormulaTools } from './formula-tools.tsx';
import type { Formula } from './rich-text-extensions.ts';
import classes from './rich-text-editor.module.css';
import { Dialog } from '../dialog/dialog.tsx';

interface Props {
  formula: Formula;
  onClose: () => void;
  onPut: (formula: Formula) => void;
}

/** A formula in LaTeX, shown as it will look while it is typed. */
export function FormulaDialog({ formula, onClose, onPut }: Props) {
  const t = useTranslations('editor');
  const common = useTranslations('common');
  const [latex, setLatex] = useState(formula.latex);
  const [block, setBlock] = useState(formula.block);
  const field = useRef<HTMLTextAreaElement>(null);
  const math = latex.trim() === '' ? '' : mathOf(latex, block);
  const put = () => {
    if (math) onPut({ ...formula, latex: latex.trim(), block });
  };
  return (
    <Dialog title={t('formula_edit')} onClose={onClose}>
      <div className="stack gap-6">
        <FormulaTools field={field} onWrite={setLatex} />
        <Textarea
          data-autofocus
          ref={field}
          label={t('formula_latex')}
          placeholder="\frac{a}{b}, x^2, \sqrt{2}"
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={latex}
          onChange={(event) => setLatex(event.currentTarget.value)}
          error={math === null && t('formula_wrong')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            put();
          }}
        />
        <Checkbox
          label={t('formula_block')}
          checked={block}
          onChange={(event) => setBlock(event.currentTarget.checked)}
        />
        <div className={classes.preview} role="group" aria-label={t('formula_preview')}>
          {math && <span dangerouslySetInnerHTML={{ __html: math }} />}
        </div>
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={!math} onClick={put}>
            {formula.pos === null ? t('insert') : common('save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

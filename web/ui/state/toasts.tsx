import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import {
  closeToast,
  currentToasts,
  holdToast,
  letToastGo,
  onToasts,
  type Toast,
} from '../../lib/page/toasts.ts';
import { useTopDialog } from '../dialog/top-layer.ts';
import classes from './toasts.module.css';

/** The place of the toasts: top right, closable, waiting while pointed at or focused (§9). */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  const top = useTopDialog();
  const cardsOf = (kind: Toast['kind']) =>
    toasts.filter((toast) => toast.kind === kind).map((toast) => <ToastCard key={toast.id} toast={toast} />);
  const region = (
    <div className={classes.region} data-toasts>
      {/* Here before what is said in it, and of that each alone; an alert is spoken by itself. */}
      <div className="through" role="status" aria-atomic={false}>
        {cardsOf('success')}
      </div>
      {cardsOf('warning')}
    </div>
  );
  // What lies beside an open dialog can be neither pressed nor heard.
  return top ? createPortal(region, top) : region;
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useTranslations('common');
  const held = useRef(false);
  const Icon = toast.kind === 'warning' ? IconAlertTriangle : IconCircleCheck;

  const hold = () => {
    held.current = true;
    holdToast(toast.id);
  };
  const release = () => {
    if (held.current) letToastGo(toast.id);
    held.current = false;
  };
  // Nothing tells that the pointer has left what is drawn no more.
  const left = useEffectEvent(release);
  useEffect(() => () => left(), []);

  // What appears below a pointer at rest is not pointed at.
  const holdIfMoved = ({ movementX, movementY }: PointerEvent) => {
    if (movementX !== 0 || movementY !== 0) hold();
  };
  return (
    <div
      className={classes.toast}
      data-kind={toast.kind}
      role={toast.kind === 'warning' ? 'alert' : undefined}
      onPointerMove={holdIfMoved}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon className={classes.icon} size={20} aria-hidden />
      <p className={classes.text}>{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          className={`${classes.action} lit`}
          onClick={() => {
            toast.action!.run();
            closeToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className={`${classes.close} lit-up`}
        aria-label={t('close')}
        onClick={() => closeToast(toast.id)}
      >
        <IconX size={18} aria-hidden />
      </button>
    </div>
  );
}

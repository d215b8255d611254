import { type ReactNode, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import { SegmentedControl } from '../control/choice/segmented-control.tsx';
import classes from './photo-crop-dialog.module.css';
import { type Area, croppedPhoto, type PhotoType } from './photo-file.ts';
import { Dialog } from '../dialog/dialog.tsx';

interface Props {
  picture: HTMLImageElement;
  type: PhotoType;
  /** The whole picture may be kept as it is; otherwise a square is cut out. */
  free: boolean;
  busy: boolean;
  onDone: (photo: Blob) => void;
  onCancel: () => void;
}

const MAX_ZOOM = 4;

/** Chooses the part of a picture that is kept: by pointer, wheel, pinch, arrow keys and a slider. */
export default function PhotoCropDialog({ picture, type, free, busy, onDone, onCancel }: Props) {
  const t = useTranslations();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [square, setSquare] = useState(!free);
  const [area, setArea] = useState<Area | null>(null);

  return (
    <Dialog onClose={onCancel} title={t('photo.crop_title')}>
      {free && (
        <SegmentedControl
          fullWidth
          className={classes.aspect}
          aria-label={t('photo.aspect')}
          value={square ? 'square' : 'whole'}
          onChange={(next) => setSquare(next === 'square')}
          data={[
            { value: 'whole', label: t('photo.whole') },
            { value: 'square', label: t('photo.square') },
          ]}
        />
      )}
      <div className={classes.stage}>
        <Cropper
          image={picture.src}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={square ? 1 : picture.naturalWidth / picture.naturalHeight}
          showGrid={false}
          keyboardStep={8}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setArea(pixels)}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': t('photo.area') }}
          classes={{ cropAreaClassName: free ? classes.area! : classes.face! }}
        />
      </div>
      <Zoom value={zoom} onChange={setZoom}>
        {t('photo.zoom')}
      </Zoom>
      <div className="buttons after-7">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={!area}
          onClick={() => void croppedPhoto(picture, area!, type).then(onDone)}
        >
          {t('common.save')}
        </Button>
      </div>
    </Dialog>
  );
}

interface ZoomProps {
  value: number;
  onChange: (zoom: number) => void;
  children: ReactNode;
}

function Zoom({ value, onChange, children }: ZoomProps) {
  return (
    <label className={classes.zoom}>
      <span>{children}</span>
      <input
        type="range"
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={value}
        data-autofocus
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}

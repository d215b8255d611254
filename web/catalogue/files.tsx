import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { StoredFile } from '../lib/files/upload.ts';
import { Uploads } from '../lib/files/upload.ts';
import Attachments from '../ui/files/attachments.tsx';
import { FileUploads } from '../ui/files/file-uploads.tsx';
import HandedList from '../ui/files/handed-list.tsx';
import { KeptFiles } from '../ui/files/kept-files.tsx';
import { Picture } from '../ui/files/picture.tsx';
import { Panel } from '../ui/page/panel.tsx';
import { AreaDrawing } from '../ui/places/area-drawing.tsx';
import { type Area, type Point } from '../ui/places/area.ts';
import { MarkedPlaces } from '../ui/places/marked-places.tsx';
import { PicturePlaces } from '../ui/places/picture-places.tsx';
import { Sample } from './sample.tsx';

/** A drawing of some hills, as no file is stored here. */
const HILLS = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"><rect width="640" height="320" fill="#9cc3dd"/><circle cx="520" cy="80" r="36" fill="#f0b35a"/><path d="M0 320 180 120l140 130 90-80 230 150z" fill="#125b59"/></svg>',
)}`;
const PICTURE = { url: HILLS, width: 640, height: 320 };
const SIZE = { width: PICTURE.width, height: PICTURE.height };
const FILES: readonly StoredFile[] = [
  {
    id: 1,
    kind: 'file',
    name: 'Інструкція з дуже довгою назвою, яка не вміщується в один рядок на телефоні.pdf',
    size: 1_234_567,
    content_type: 'application/pdf',
    group: 'text',
    width: null,
    height: null,
    url: '#',
  },
  {
    id: 2,
    kind: 'file',
    name: 'hills.png',
    size: 45_000,
    content_type: 'image/png',
    group: 'image',
    ...SIZE,
    url: HILLS,
  },
];
const SUN: Area = { shape: 'ellipse', coords: [0.74, 0.12, 0.14, 0.26] };
const HILL: Area = { shape: 'rect', coords: [0.1, 0.4, 0.3, 0.5] };

/** Uploads without a place to go, which wait. */
const waiting = new Uploads();
waiting.add(new File(['x'.repeat(90_000)], 'lecture.mp4'), 'file');

/** Files of a person or a material, and places on a picture. */
export function Files() {
  return (
    <Panel title="files, places" narrow>
      <div className="stack gap-6">
        <Sample name="FileUploads">
          <FileUploads uploads={waiting} />
        </Sample>
        <Sample name="KeptFiles">
          <KeptFiles files={FILES} onRemove={() => Promise.resolve()} />
        </Sample>
        <Sample name="HandedList">
          <HandedList label="HandedList" files={FILES} />
        </Sample>
        <Sample name="Attachments">
          <Attachments title="Attachments" files={FILES} />
        </Sample>
        <Sample name="Picture">
          <Picture src={HILLS} alt="" {...SIZE} />
        </Sample>
        <Sample name="PicturePlaces">
          <PicturePlaces
            picture={PICTURE}
            alt=""
            areas={[
              { key: 'sun', area: SUN, kind: 'right', name: '1' },
              { key: 'hill', area: HILL, kind: 'near', name: '2' },
            ]}
            marks={[
              { x: 0.8, y: 0.25, kind: 'right', name: '1' },
              { x: 0.5, y: 0.2, kind: 'wrong', name: '2' },
            ]}
          />
        </Sample>
        <Sample name="MarkedPlaces">
          <Marks />
        </Sample>
        <Sample name="AreaDrawing">
          <Areas />
        </Sample>
      </div>
    </Panel>
  );
}

function Marks() {
  const t = useTranslations('common');
  const [marks, setMarks] = useState<Point[]>([{ x: 0.8, y: 0.25 }]);
  return (
    <MarkedPlaces
      picture={PICTURE}
      alt=""
      most={3}
      marks={marks}
      words={{
        surface: 'surface',
        keys: 'keys',
        set: (count) => `${count} / 3`,
        full: 'full',
        at: ({ x, y }) => `${x} %, ${y} %`,
        number: (number, place) => `${number}: ${place}`,
        move: (number, place) => `${number}: ${place}`,
        remove: (number) => `${t('delete')} ${number}`,
        remove_short: t('delete'),
      }}
      onMark={setMarks}
    />
  );
}

function Areas() {
  const [areas, setAreas] = useState<Record<string, Area>>({ 1: SUN, 2: HILL });
  const [chosen, setChosen] = useState('2');
  return (
    <AreaDrawing
      picture={PICTURE}
      alt=""
      areas={Object.entries(areas).map(([key, area]) => ({
        key,
        area,
        kind: 'plain',
        name: key,
        label: key,
      }))}
      chosen={chosen}
      label="draw"
      cornerLabel={({ name }, corner) => `${name}, ${corner + 1}`}
      onChoose={setChosen}
      onDraw={(area) => {
        const key = String(Object.keys(areas).length + 1);
        setAreas({ ...areas, [key]: area });
        setChosen(key);
        return key;
      }}
      onChange={(key, area) => setAreas((before) => ({ ...before, [key]: area }))}
    />
  );
}

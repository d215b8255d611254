import { IconPictureInPicture, IconRewindBackward10, IconRewindForward10 } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../../ui/control/field/native-select.tsx';
import { ProgressLine } from '../../../../../ui/state/progress-line.tsx';
import { clockText } from '../../../../../lib/words/dates.ts';
import { ToolButton } from '../../../../../ui/page/tool-button.tsx';
import { resumes as mayResume } from '../resuming.ts';
import classes from './media-player.module.css';
import { showCaptions } from './media-tracks.ts';
import { NotShown } from '../not-shown.tsx';
import { OutOfReach } from '../out-of-reach.tsx';
import { useReach } from '../reach.ts';
import { useFileAddress } from '../use-file-address.ts';
import { usePlayedReport } from './use-played-report.ts';
import { placeAsked, useReader } from '../../../../../lib/reading/place.ts';
import { safely } from '../../../../../lib/api/safely.ts';
import { useNumbers } from '../../../../../lib/words/numbers.ts';
import type { ViewerProps } from '../../material.ts';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const SPEED_KEY = 'osnova.speed';
const CAPTIONS_KEY = 'osnova.captions';

/**
 * A video or recording with the controls of the browser, which are the best on a phone, and beside them what those lack:
 * speed, ten seconds back and on, captions in sight, and where to go on.
 */
export default function MediaPlayer({ material, file, student, onEnd }: ViewerProps) {
  const t = useTranslations('materials.viewer');
  const { number } = useNumbers();
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const { url, renew } = useFileAddress(material, file);
  const report = usePlayedReport(material, file.id, student);
  const [speed, setSpeed] = useState(() => storedSpeed());
  const [broken, setBroken] = useState(false);
  // Where a lost connection stopped it.
  const lost_at = useRef(0);
  const reach = useReach(url, () => {});
  const begunAgain = useRef(false);
  const [resumes, setResumes] = useState(() => placeAsked('second') === null && mayResume(material, student));
  const Media = material.type === 'audio' ? 'audio' : 'video';
  const captions = material.files.filter(({ kind }) => kind === 'captions');

  async function failed(): Promise<void> {
    const element = media.current;
    const at = element?.currentTime ?? 0;
    const went = element ? !element.paused : false;
    const wasCut = element?.error?.code === MediaError.MEDIA_ERR_NETWORK;
    if (at > 0) lost_at.current = at;
    if (await reach.hasFailed()) return;
    // It may be only the address that ran out: the same place once more, from a fresh one. Or the line was cut for a moment.
    if ((await renew()) === null) {
      if (!element || (begunAgain.current && !wasCut)) return setBroken(true);
      begunAgain.current = true;
      element.load();
    }
    element?.addEventListener(
      'loadedmetadata',
      () => {
        element.currentTime = at;
        if (went) void element.play().catch(() => {});
      },
      { once: true },
    );
  }

  // A short file may have failed before what was drawn took its place in the page, when nobody hears of it.
  const look = useEffectEvent(() => {
    if (media.current?.error) void failed();
  });
  useEffect(() => look(), []);

  function change(to: number): void {
    setSpeed(to);
    safely(() => localStorage.setItem(SPEED_KEY, String(to)));
    if (media.current) media.current.playbackRate = to;
  }

  function go(from: number): void {
    setResumes(false);
    if (!media.current) return;
    media.current.currentTime = from;
    void media.current.play().catch(() => {});
  }

  useReader('second', {
    here: () => (media.current ? { at: Math.floor(media.current.currentTime) } : null),
    go,
  });

  const jump = (seconds: number) => {
    if (media.current) media.current.currentTime = Math.max(0, media.current.currentTime + seconds);
  };

  if (reach.isLost) return <OutOfReach playing />;
  if (broken) return <NotShown file={file} title={t('not_played')} onEnd={onEnd} />;
  return (
    <div className={classes.player}>
      {resumes && (
        <div className="cluster gap-4">
          <Button onClick={() => go(material.resume_at)}>
            {t('resume_at', { time: clockText(material.resume_at) })}
          </Button>
          <Button variant="default" onClick={() => go(0)}>
            {t('from_beginning')}
          </Button>
        </div>
      )}
      <Media
        ref={media}
        className={`${Media === 'video' ? classes.video : ''} wide`}
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={material.name}
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.playbackRate = speed;
          // Where a bookmark leads; a file that was renewed goes on where it was.
          if (currentTarget.currentTime === 0)
            currentTarget.currentTime = lost_at.current || (placeAsked('second') ?? 0);
        }}
        onPlay={({ currentTarget }) => {
          setResumes(false);
          currentTarget.playbackRate = speed;
          report.plays(currentTarget.currentTime);
        }}
        onTimeUpdate={({ currentTarget: { paused, seeking, currentTime } }) => {
          if (!paused && !seeking) report.plays(currentTime);
        }}
        onSeeking={({ currentTarget }) => report.stops(currentTarget.currentTime)}
        onSeeked={({ currentTarget }) => {
          report.stops(currentTarget.currentTime);
          report.report();
        }}
        onPause={({ currentTarget: { currentTime, seeking } }) => {
          // Nothing is missed when it goes on from here.
          if (!seeking) report.plays(currentTime);
          report.report();
        }}
        onEnded={({ currentTarget }) => {
          report.plays(currentTarget.currentTime);
          report.stops(currentTarget.currentTime);
          report.report();
        }}
        onError={() => void failed()}
      >
        {captions.map(({ id, url: address, language }) => (
          <track key={id} kind="captions" src={address} srcLang={language ?? 'uk'} label={nameOf(language)} />
        ))}
      </Media>
      <div className="cluster gap-4">
        <ToolButton label={t('back_10')} onClick={() => jump(-10)}>
          <IconRewindBackward10 size={22} aria-hidden />
        </ToolButton>
        <ToolButton label={t('on_10')} onClick={() => jump(10)}>
          <IconRewindForward10 size={22} aria-hidden />
        </ToolButton>
        <NativeSelect
          aria-label={t('speed')}
          value={String(speed)}
          onChange={(event) => change(Number(event.currentTarget.value))}
          data={SPEEDS.map((one) => ({ value: String(one), label: `${number(one)}×` }))}
        />
        {captions.length > 0 && <CaptionsChoice media={media} captions={captions} />}
        {Media === 'video' && document.pictureInPictureEnabled && (
          <ToolButton
            label={t('picture_in_picture')}
            onClick={() => void media.current?.requestPictureInPicture().catch(() => {})}
          >
            <IconPictureInPicture size={22} aria-hidden />
          </ToolButton>
        )}
      </div>
      {student && (
        <div className="stack gap-2">
          <span className="small">
            {t(Media === 'video' ? 'watched' : 'heard')} <span className="dim">{t('done_at_90')}</span>
          </span>
          <ProgressLine value={report.share ?? 0} label={t(Media === 'video' ? 'watched' : 'heard')} />
        </div>
      )}
    </div>
  );
}

/** Captions in sight: a recording has no menu for them, and that of a video is hard to find. */
function CaptionsChoice({
  media,
  captions,
}: {
  media: React.RefObject<HTMLMediaElement | null>;
  captions: readonly { language: string | null }[];
}) {
  const t = useTranslations('materials.viewer');
  const [shown, setShown] = useState(() => {
    const kept = safely(() => localStorage.getItem(CAPTIONS_KEY)) ?? '';
    return captions.some(({ language }) => (language ?? 'uk') === kept) ? kept : '';
  });
  const [cue, setCue] = useState('');

  // As they were chosen at another recording, once its tracks are there.
  const begin = useEffectEvent(() => {
    if (shown && media.current) showCaptions(media.current, shown, setCue);
  });
  useEffect(() => begin(), []);

  function choose(language: string): void {
    setShown(language);
    setCue('');
    safely(() => localStorage.setItem(CAPTIONS_KEY, language));
    if (media.current) showCaptions(media.current, language, setCue);
  }

  return (
    <>
      <NativeSelect
        aria-label={t('captions')}
        value={shown}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: t('no_captions') },
          ...captions.map(({ language }) => ({ value: language ?? 'uk', label: nameOf(language) })),
        ]}
      />
      {cue && <p className={classes.cue}>{cue}</p>}
    </>
  );
}

const NAMES: Record<string, string> = { uk: 'Українська', en: 'English', de: 'Deutsch' };
const nameOf = (language: string | null): string => NAMES[language ?? 'uk'] ?? '';

function storedSpeed(): number {
  const stored = Number(localStorage.getItem(SPEED_KEY));
  return SPEEDS.includes(stored) ? stored : 1;
}

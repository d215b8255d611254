import { IconBuilding } from '@tabler/icons-react';
import classes from './company-mark.module.css';

interface Props {
  /** The address of the logo. */
  photo: string | null;
  size: number;
}

/** A company's logo, whole whatever its shape; the name stands beside. */
export function CompanyMark({ photo, size }: Props) {
  return (
    <span className={classes.mark} style={{ width: size, height: size }} data-empty={!photo || undefined}>
      {photo ? <img src={photo} alt="" /> : <IconBuilding size={size * 0.5} stroke={1.5} aria-hidden />}
    </span>
  );
}

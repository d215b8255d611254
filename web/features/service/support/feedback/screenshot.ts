/** Bytes, as the API takes them. */
const LIMIT = 500 * 1024;
/** Pixels of the longer side: text stays readable. */
const LONGEST = 1920;

/** Whether this browser can picture what it shows. */
export const canCapture = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

/** A picture of what the person chooses to show; null when they change their mind. */
export async function captureScreen(): Promise<Blob | null> {
  let stream: MediaStream;
  try {
    // Chromium offers this very tab first.
    stream = await navigator.mediaDevices.getDisplayMedia({ video: true, preferCurrentTab: true } as object);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  }
  try {
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = stream;
    await video.play();
    // The browser's own question fades from the picture.
    await new Promise((resolve) => setTimeout(resolve, 400));
    return await encoded(video, video.videoWidth, video.videoHeight);
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** The picture as the API takes it: PNG or JPEG, small enough. Rejects what is no picture; null when it stays too large. */
export async function fittingPicture(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file);
  try {
    if (file.size <= LIMIT && /^image\/(png|jpeg)$/.test(file.type)) return file;
    return await encoded(bitmap, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
}

async function encoded(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  for (const longest of [LONGEST, 1440, 1080]) {
    const scale = Math.min(1, longest / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d')!;
    // What is transparent would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    for (const quality of [0.9, 0.75, 0.6]) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
      if (blob && blob.size <= LIMIT) return blob;
    }
  }
  return null;
}

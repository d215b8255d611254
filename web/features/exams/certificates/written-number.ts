/** A certificate's number as it is shown: in three groups. */
export const writtenNumber = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1-');

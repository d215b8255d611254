import type ExcelJS from 'exceljs';
import type { FileAnswer } from './contract.ts';

/** Lets a range take only what is in its list; `error` is told about anything else. */
export function chooseIn(
  sheet: ExcelJS.Worksheet,
  range: string,
  choices: readonly string[],
  error: string,
): void {
  // As one range: cell by cell the writer makes overlapping ones, which Excel wants to repair. Its types lack this.
  const { dataValidations } = sheet as unknown as {
    dataValidations: { add: (range: string, validation: ExcelJS.DataValidation) => void };
  };
  dataValidations.add(range, {
    type: 'list',
    allowBlank: true,
    formulae: [`"${choices.join(',')}"`],
    showErrorMessage: true,
    error,
  });
}

/** Adds the sheet that says how to fill in a template: what to know, then tables, each below its heads. */
export function addInstructions(
  workbook: ExcelJS.Workbook,
  name: string,
  how: readonly string[],
  tables: readonly { heads: readonly string[]; rows: readonly (readonly string[])[] }[],
): void {
  const sheet = workbook.addWorksheet(name);
  sheet.columns = [{ width: 26 }, { width: 90 }];
  for (const line of how) {
    const row = sheet.addRow([line]);
    // Two lines: a row of merged cells does not grow by itself.
    row.height = 32;
    sheet.mergeCells(row.number, 1, row.number, 2);
  }
  for (const { heads, rows } of tables) {
    sheet.addRow([]);
    sheet.addRow([...heads]).font = { bold: true };
    for (const row of rows) sheet.addRow([...row]);
  }
  sheet.eachRow((row) => (row.alignment = { wrapText: true, vertical: 'top' }));
}

/** A workbook as the file of that name. */
export async function fileOf(workbook: ExcelJS.Workbook, name: string): Promise<FileAnswer> {
  return { name, bytes: new Uint8Array(await workbook.xlsx.writeBuffer()) };
}

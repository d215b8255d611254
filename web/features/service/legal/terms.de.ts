import { PRODUCT_NAME } from '../../../lib/words/product.ts';
import { LEGAL_CONTACT, type LegalText } from './legal-text.ts';

const terms: LegalText = {
  title: 'Nutzungsbedingungen',
  updated: 'Gültig seit 01.11.2026',
  intro: `Diese Bedingungen regeln die Nutzung von ${PRODUCT_NAME}. Mit der Registrierung eines Unternehmens oder der Annahme einer Einladung stimmen Sie ihnen zu.`,
  sections: [
    {
      heading: 'Der Dienst',
      paragraphs: [
        'Mit dem Dienst erstellt ein Unternehmen Kurse, Tests und Prüfungen, weist sie Personen zu und sieht Ergebnisse. Der Umfang richtet sich nach der Rolle der Person und der Zahl der Lizenzen des Unternehmens.',
      ],
    },
    {
      heading: 'Ihr Konto',
      paragraphs: [
        'Ein Konto gehört einer Person. Halten Sie das Passwort geheim, geben Sie den Zugang nicht weiter und informieren Sie Ihr Unternehmen, wenn Sie einen Missbrauch vermuten. Sie stehen für die Richtigkeit Ihrer Angaben ein.',
      ],
    },
    {
      heading: 'Das Unternehmen und seine Personen',
      paragraphs: [
        'Das Unternehmen entscheidet, wen es einlädt, welche Rollen es vergibt und wann der Zugang endet. Es bestätigt, dass es die Daten der Eingeladenen verarbeiten darf, und informiert sie. Gesperrte Personen verlieren den Zugang sofort.',
      ],
    },
    {
      heading: 'Tests und Prüfungen',
      paragraphs: [
        'Der Start eines Tests oder einer Prüfung verbraucht einen Versuch und startet die Zeit. Die Zeit zählt der Server; läuft sie ab, gelten die gespeicherten Antworten. Einen Test für andere abzulegen ist verboten. Trainer oder Manager des Unternehmens können die Bewertung überprüfen.',
      ],
    },
    {
      heading: 'Was nicht erlaubt ist',
      paragraphs: ['Verboten ist,'],
      items: [
        'Materialien ohne Rechte daran oder rechtswidrige Inhalte hochzuladen;',
        'auf Daten eines anderen Unternehmens oder einer anderen Person zugreifen zu wollen;',
        'Beschränkungen von Tests zu umgehen oder ihre Fragen und Antworten zu verbreiten;',
        'den Dienst zu überlasten, ohne schriftliche Zustimmung nach Schwachstellen zu suchen oder Zugänge weiterzuverkaufen.',
      ],
    },
    {
      heading: 'Rechte an Inhalten',
      paragraphs: [
        `Was ein Unternehmen erstellt, gehört ihm. ${PRODUCT_NAME} erhält nur das Recht, es zu speichern, zu verarbeiten und anzuzeigen, soweit der Betrieb es braucht. Der Dienst selbst, sein Code und sein Name gehören uns.`,
      ],
    },
    {
      heading: 'Verfügbarkeit und Änderungen',
      paragraphs: [
        'Wir sorgen für einen unterbrechungsfreien Betrieb und Sicherungen, können Wartungen oder Ausfälle bei Anbietern aber nicht ausschließen. Geplante Arbeiten kündigen wir an. Der Dienst entwickelt sich weiter; wesentliche Einschränkungen kündigen wir mindestens 30 Tage vorher an.',
      ],
    },
    {
      heading: 'Haftung',
      paragraphs: [
        'Jede Seite haftet für Vorsatz und grobe Fahrlässigkeit. In anderen Fällen ist unsere Haftung auf den Betrag begrenzt, den das Unternehmen in den letzten zwölf Monaten gezahlt hat. Zwingendes Recht zu Ihrem Schutz bleibt unberührt.',
      ],
    },
    {
      heading: 'Beendigung',
      paragraphs: [
        'Ein Unternehmen kann die Nutzung jederzeit beenden und vorher seine Daten exportieren. Bei grobem Verstoß können wir den Zugang sperren, nach einer Warnung, sofern die Sicherheit nicht gefährdet ist. Danach werden die Daten in den Fristen der Datenschutzerklärung gelöscht.',
      ],
    },
    {
      heading: 'Recht und Kontakt',
      paragraphs: [
        `Es gilt das Recht der Ukraine. Streitigkeiten suchen wir durch Verhandlung beizulegen, andernfalls vor den Gerichten der Ukraine. Fragen richten Sie an ${LEGAL_CONTACT}.`,
      ],
    },
  ],
};

export default terms;

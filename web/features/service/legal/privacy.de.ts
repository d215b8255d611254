import { PRODUCT_NAME } from '../../../lib/words/product.ts';
import { LEGAL_CONTACT, type LegalText } from './legal-text.ts';

const privacy: LegalText = {
  title: 'Datenschutzerklärung',
  updated: 'Gültig seit 01.11.2026',
  intro: `${PRODUCT_NAME} ist ein Dienst für die betriebliche Weiterbildung. Hier steht, welche Daten wir über Sie verarbeiten, wozu, wie lange und welche Rechte Sie haben. Wir verkaufen keine personenbezogenen Daten und zeigen keine Werbung.`,
  sections: [
    {
      heading: 'Wer für die Daten verantwortlich ist',
      paragraphs: [
        `Hat ein Unternehmen Sie zum Lernen eingeladen, so ist es der Verantwortliche: Es entscheidet, wen es einlädt, was gelernt wird und wie Ergebnisse verwendet werden. ${PRODUCT_NAME} verarbeitet diese Daten in seinem Auftrag und auf Grundlage eines Vertrags.`,
        `Für die Daten des Kontos selbst – Anmeldung, Sicherheit, Sprache der Oberfläche – sind wir verantwortlich. Bei Fragen zum Datenschutz schreiben Sie an ${LEGAL_CONTACT}.`,
      ],
    },
    {
      heading: 'Welche Daten wir verarbeiten',
      paragraphs: ['Nur, was das Lernen und eine sichere Anmeldung brauchen:'],
      items: [
        'Konto: Vorname, Nachname, zweiter Vorname, E-Mail, Telefon, Sprache. Das Passwort wird nur als nicht umkehrbarer Hash gespeichert.',
        'Stellung im Unternehmen: Rollen, Position, Abteilung, Lerngruppen und ein Kommentar des Unternehmens.',
        'Lernen: zugewiesene Kurse und Programme, geöffnete Materialien, Antworten in Tests und Prüfungen, Punkte, Versuche mit Beginn und Ende, Zertifikate.',
        'Technische Daten: Zeitpunkte der Anmeldungen, aktive Sitzungen, IP-Adresse einer Anfrage, Fehlerprotokolle.',
        'Änderungsverlauf: wer wann Daten des Unternehmens, einer Gruppe, eines Kurses oder eines Mitglieds geändert hat.',
      ],
    },
    {
      heading: 'Wozu und auf welcher Grundlage',
      paragraphs: [
        'Wir verarbeiten Daten nach dem ukrainischen Gesetz „Über den Schutz personenbezogener Daten“ und der Datenschutz-Grundverordnung (DSGVO):',
      ],
      items: [
        'zur Erfüllung des Vertrags: Zugang zu Kursen, Speichern der Antworten, Berechnen der Ergebnisse, Ausstellen von Zertifikaten;',
        'zur Erfüllung rechtlicher Pflichten des Unternehmens, etwa bei Pflichtschulungen und im Arbeitsschutz;',
        'aufgrund berechtigter Interessen: Schutz der Konten, Verhindern von Missbrauch, Beheben von Fehlern;',
        'mit Ihrer Einwilligung, wo sie gesondert erfragt wird. Sie können sie jederzeit widerrufen.',
      ],
    },
    {
      heading: 'Wer Ihre Daten sieht',
      paragraphs: [
        'Innerhalb des Unternehmens folgt der Zugriff der Rolle: Inhaber und Administrator sehen die Daten des Unternehmens, ein Manager die seiner Gruppen, ein Trainer die seiner Kurse, wer lernt, nur die eigenen. Kein Unternehmen erreicht die Daten eines anderen.',
        'Außerhalb haben nur Anbieter Zugriff, ohne die der Dienst nicht läuft: Hosting der Anwendung und Dateien (Cloudflare), Datenbank (Neon) und E-Mail-Versand. Sie handeln aufgrund von Verträgen zur Auftragsverarbeitung und nutzen die Daten nicht für eigene Zwecke. Behörden erhalten Daten nur, wenn das Gesetz es verlangt.',
      ],
    },
    {
      heading: 'Wo und wie lange Daten gespeichert werden',
      paragraphs: [
        'Die Daten liegen in Rechenzentren in der Europäischen Union. Verarbeitet ein Anbieter sie außerhalb, gelten die Standardvertragsklauseln der Europäischen Kommission.',
      ],
      items: [
        'Konto und Ergebnisse: solange der Vertrag mit dem Unternehmen läuft oder bis das Unternehmen sie löscht.',
        'Vom Unternehmen Gelöschtes lässt sich 90 Tage lang wiederherstellen und wird danach endgültig entfernt.',
        'Eine Anmeldesitzung: bis zu 30 Tage; technische Protokolle: bis zu 90 Tage.',
        'Sicherungskopien: bis zu 35 Tage nach der endgültigen Löschung.',
      ],
    },
    {
      heading: 'Cookies und Speicher des Browsers',
      paragraphs: [
        'Wir verwenden nur das Notwendige. Nach der Anmeldung speichert Ihr Browser den Sitzungsschlüssel im lokalen Speicher und in einem Cookie, das nur dem Laden von Bildern und Dateien der Kurse dient. Dort stehen auch die gewählte Sprache und das Design. Während einer Prüfung warten noch nicht gesendete Antworten im Browser, bis die Verbindung wieder besteht. Cookies für Analyse oder Werbung gibt es nicht.',
      ],
    },
    {
      heading: 'Ihre Rechte',
      paragraphs: ['Sie haben das Recht,'],
      items: [
        'zu erfahren, welche Daten über Sie verarbeitet werden, und eine Kopie zu erhalten;',
        'unrichtige Daten berichtigen zu lassen – Name und Sprache ändern Sie selbst im Profil;',
        'Löschung oder Einschränkung zu verlangen und der Verarbeitung zu widersprechen;',
        'Ihre Daten in einem maschinenlesbaren Format zu erhalten;',
        'eine Einwilligung zu widerrufen und keiner rein automatischen Entscheidung zu unterliegen: Ein Trainer kann jedes Testergebnis überprüfen;',
        'sich beim Menschenrechtsbeauftragten des ukrainischen Parlaments oder bei der Datenschutzbehörde Ihres Landes zu beschweren.',
      ],
    },
    {
      heading: 'Sicherheit',
      paragraphs: [
        'Die Verbindung ist verschlüsselt. Die Daten der Unternehmen sind schon in der Datenbank getrennt, Passwörter werden gehasht, Sitzungen lassen sich jederzeit beenden, Änderungen werden aufgezeichnet. Gefährdet ein Vorfall Ihre Rechte, informieren wir das Unternehmen und die Aufsichtsbehörde innerhalb von 72 Stunden.',
      ],
    },
    {
      heading: 'Änderungen und Kontakt',
      paragraphs: [
        `Wesentliche Änderungen kündigen wir mindestens 14 Tage vorher per E-Mail oder in der Anwendung an. Fragen, Anträge und Beschwerden richten Sie an ${LEGAL_CONTACT}; wir antworten innerhalb von 30 Tagen.`,
      ],
    },
  ],
};

export default privacy;

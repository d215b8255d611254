import { PRODUCT_NAME } from '../../../lib/words/product.ts';
import { LEGAL_CONTACT, type LegalText } from './legal-text.ts';

const privacy: LegalText = {
  title: 'Privacy Policy',
  updated: 'In force since 01.11.2026',
  intro: `${PRODUCT_NAME} is a service for corporate training. This page says which data about you we process, why, for how long, and which rights you have. We sell no personal data and show no advertising.`,
  sections: [
    {
      heading: 'Who is responsible for the data',
      paragraphs: [
        `If a company invited you to learn, it is the controller of your data: it decides whom to invite, what is studied and how results are used. ${PRODUCT_NAME} processes this data on its behalf, under a contract with it.`,
        `For the data of the account itself — sign-in, security, interface language — we are responsible. Write to ${LEGAL_CONTACT} with any question about data.`,
      ],
    },
    {
      heading: 'Which data we process',
      paragraphs: ['Only what training and a safe sign-in need:'],
      items: [
        'Account: first, last and middle name, email, phone, language. The password is kept only as an irreversible hash.',
        'Place in the company: roles, position, department, study groups and a comment added by the company.',
        'Training: assigned courses and programs, opened materials, answers to tests and exams, scores, attempts with their start and end, certificates.',
        'Technical data: times of sign-ins, active sessions, the IP address of a request, error logs.',
        'Change history: who changed data of the company, a group, a course or a member, and when.',
      ],
    },
    {
      heading: 'Why, and on which ground',
      paragraphs: [
        'We process data under the Law of Ukraine “On Personal Data Protection” and the General Data Protection Regulation (GDPR):',
      ],
      items: [
        'to perform the contract: give access to courses, keep answers, calculate results, issue certificates;',
        'to meet legal duties of the company, such as mandatory training and occupational safety;',
        'on the ground of legitimate interest: to protect accounts, prevent abuse and fix errors;',
        'with your consent, where it is asked for separately. You may withdraw it at any time.',
      ],
    },
    {
      heading: 'Who sees your data',
      paragraphs: [
        'Inside the company access follows the role: owner and administrator see the data of the company, a manager that of their groups, a trainer that of their courses, a student only their own. One company cannot reach the data of another.',
        'Outside the company only the providers without which the service does not run have access: hosting of the application and files (Cloudflare), the database (Neon) and email delivery. They act under data processing agreements and do not use the data for purposes of their own. We hand data to authorities only where the law requires it.',
      ],
    },
    {
      heading: 'Where and for how long data is kept',
      paragraphs: [
        'Data is kept in data centres in the European Union. Where a provider processes it elsewhere, the Standard Contractual Clauses of the European Commission apply.',
      ],
      items: [
        'Account and results: as long as the contract with the company runs, or until the company deletes them.',
        'What the company deletes can be restored for 90 days and is then erased for good.',
        'A sign-in session: up to 30 days; technical logs: up to 90 days.',
        'Backups: up to 35 days after the final erasure.',
      ],
    },
    {
      heading: 'Cookies and browser storage',
      paragraphs: [
        'We use only what is necessary. After you sign in, your browser keeps the session key in its local storage and in a cookie that serves only the pictures and files of courses. The chosen language and theme are stored there too. During an exam, answers not yet sent wait in the browser until the connection is back. There are no analytics or advertising cookies.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: ['You have the right to:'],
      items: [
        'know which data about you is processed and receive a copy of it;',
        'have inaccurate data corrected — name and language you change yourself in the profile;',
        'demand erasure or restriction of processing, and object to it;',
        'receive your data in a machine-readable format;',
        'withdraw consent, and not be subject to a decision made by a machine alone: a trainer can always review a test result;',
        'complain to the Ukrainian Parliament Commissioner for Human Rights or to the data protection authority of your country.',
      ],
    },
    {
      heading: 'Security',
      paragraphs: [
        'The connection is encrypted. The data of companies is separated in the database itself, passwords are hashed, a session can be ended at any time, and changes are recorded. If a breach endangers your rights, we inform the company and the supervisory authority within 72 hours.',
      ],
    },
    {
      heading: 'Changes and contact',
      paragraphs: [
        `We announce material changes to this policy by email or in the application at least 14 days ahead. Send questions, requests and complaints to ${LEGAL_CONTACT}; we answer within 30 days.`,
      ],
    },
  ],
};

export default privacy;

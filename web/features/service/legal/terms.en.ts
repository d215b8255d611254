import { PRODUCT_NAME } from '../../../lib/words/product.ts';
import { LEGAL_CONTACT, type LegalText } from './legal-text.ts';

const terms: LegalText = {
  title: 'Terms of Use',
  updated: 'In force since 01.11.2026',
  intro: `These terms govern the use of ${PRODUCT_NAME}. By registering a company or accepting an invitation you agree to them.`,
  sections: [
    {
      heading: 'The service',
      paragraphs: [
        'The service lets a company create courses, tests and exams, assign them to people and see results. What is available depends on a person’s role and the number of the company’s licenses.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'One account belongs to one person. Keep the password secret, do not share access, and tell your company if you suspect that someone else has used it. You answer for the truth of what you state about yourself.',
      ],
    },
    {
      heading: 'The company and its people',
      paragraphs: [
        'The company decides whom to invite, which roles to grant and when to close access. It confirms that it has a legal ground to process the data of the people it invites and informs them. A blocked person loses access at once.',
      ],
    },
    {
      heading: 'Tests and exams',
      paragraphs: [
        'Starting a test or an exam uses one attempt and starts the timer. The server keeps the time; when it is over, the saved answers count. Taking a test for somebody else is forbidden. A trainer or manager of the company may review the grade.',
      ],
    },
    {
      heading: 'What is not allowed',
      paragraphs: ['It is forbidden to:'],
      items: [
        'upload materials you hold no rights to, or unlawful content;',
        'try to reach the data of another company or another person;',
        'bypass the limits of tests or spread their questions and answers;',
        'overload the service, probe it for vulnerabilities without written consent, or resell access.',
      ],
    },
    {
      heading: 'Rights to content',
      paragraphs: [
        `What a company creates belongs to it. ${PRODUCT_NAME} receives only the right to store, process and show it as far as running the service needs. The service itself, its code and its name belong to us.`,
      ],
    },
    {
      heading: 'Availability and changes',
      paragraphs: [
        'We care for uninterrupted work and backups, yet cannot rule out maintenance or failures at providers. Planned work is announced ahead. The service evolves; we announce a material reduction at least 30 days ahead.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: [
        'Each side answers for damage caused wilfully or by gross negligence. In other cases our liability is limited to what the company paid in the last twelve months. Mandatory law that protects you stays in force.',
      ],
    },
    {
      heading: 'Ending',
      paragraphs: [
        'A company may stop using the service at any time and export its data before. We may suspend access for a gross breach of these terms, with a warning unless security is at risk. Afterwards data is erased within the periods of the Privacy Policy.',
      ],
    },
    {
      heading: 'Law and contact',
      paragraphs: [
        `The law of Ukraine applies. We try to settle disputes by negotiation, and otherwise before the courts of Ukraine. Send questions to ${LEGAL_CONTACT}.`,
      ],
    },
  ],
};

export default terms;

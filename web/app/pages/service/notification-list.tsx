export { NotificationList as default } from '../../../features/service/notifications/notification-list.tsx';

export { NotificationList as default } from '../../features/notifications/notification-list.tsx';

-- Its lock lets everybody read and write.
alter table notice validate constraint notice_subject;

from bakeoff.designs.leave_one_out import LeaveOneOut


def test_the_data_decide_how_many_folds():
    assert (LeaveOneOut().key, LeaveOneOut().shape, LeaveOneOut().test_to_train) == (
        "leave-one-out",
        None,
        None,
    )

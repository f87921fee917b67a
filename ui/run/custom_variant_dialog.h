// SPDX-License-Identifier: GPL-3.0-or-later
// "Add variant…": which file, and which operator of it. Says what is wrong as one types; loads nothing. GUI thread only.
#pragma once

#include "ui/run/custom_variants.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace attnscope {

class CustomVariantDialog : public QDialog {
    Q_OBJECT
public:
    explicit CustomVariantDialog(std::vector<CustomEntry> existing, QWidget* parent = nullptr);

    [[nodiscard]] CustomVariant variant() const; ///< meaningful once accepted
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QLineEdit& fileField() const { return *m_file; }
    [[nodiscard]] QLineEdit& operatorField() const { return *m_operator; }
    [[nodiscard]] QPushButton& addButton() const { return *m_add; }

private:
    void browse();
    void check();

    std::vector<CustomEntry> m_existing;
    QLineEdit *m_file, *m_operator;
    QLabel* m_problem;
    QPushButton* m_add;
};

} // namespace attnscope
